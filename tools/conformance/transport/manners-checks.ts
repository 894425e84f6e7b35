import type { Bench } from '../bench.ts'
import { require } from '../broken.ts'
import type { Check } from '../check.ts'

/** What holds for everything that the runtime has sent. */
export const mannersChecks: Check[] = [
  {
    rule: 'every request carries the credential as Bearer',
    run: async (bench) => without(bench, 'credential'),
  },
  {
    rule: 'no request carries a cookie, although every answer sets one',
    run: async (bench) => without(bench, 'cookie'),
  },
  {
    rule: 'every request has the form of the contract',
    run: async (bench) => without(bench, 'form'),
  },
]

function without({ plane }: Bench, kind: 'credential' | 'cookie' | 'form'): string {
  const found = plane.faults.filter((fault) => fault.kind === kind)
  require(found.length === 0, `${found.length} times, first: ${found[0]?.text}`)
  return `${plane.calls.length + plane.refused.length} requests`
}
