import { keepInput, readInput } from '#lib/client/kept-input.ts'
import type { NewAgentValues } from './new-agent-values.ts'

const name = 'new-agent'

/** Keeps what was written in this tab, without the token, which is a secret for minutes. */
export function keepNewAgent({ token, ...values }: NewAgentValues): void {
  keepInput(sessionStorage, name, values)
}

/** What was kept, once, as far as it fits the form of today. */
export function takeNewAgent(like: NewAgentValues): Partial<NewAgentValues> {
  const kept = Object.entries((readInput(sessionStorage, name) ?? {}) as object)
  keepInput(sessionStorage, name, undefined)
  return Object.fromEntries(
    kept.filter(([field, value]) => typeof value === typeof like[field as keyof NewAgentValues]),
  )
}
