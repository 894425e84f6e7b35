import { percentText } from '#lib/domain/percent.ts'
import type { ProofView } from './_find-proof.ts'

type Events = { events: readonly Pick<ProofView['events'][number], 'name' | 'args'>[] }

/** In percent of the reward, as the contract holds it among the terms; undefined where no event has it. */
export function silencePercentOf({ events }: Events): string | undefined {
  const terms = events.find(({ name }) => name === 'JobCreated')?.args.terms as { silenceShareBps?: number } | undefined
  return terms?.silenceShareBps === undefined ? undefined : percentText(terms.silenceShareBps)
}
