import { keepInput, readInputLike } from '#lib/client/kept-input.ts'
import type { NewAgentValues } from './new-agent-values.ts'

const name = 'new-agent'

/** Keeps what was written in this tab, without the token, which is a secret for minutes. */
export function keepNewAgent({ token, ...values }: NewAgentValues): void {
  keepInput(sessionStorage, name, values)
}

/** What was kept, as far as it fits the form of today; it stays kept until an agent comes of it. */
export function readNewAgent(like: NewAgentValues): Partial<NewAgentValues> {
  return readInputLike(sessionStorage, name, like) ?? {}
}

export function forgetNewAgent(): void {
  keepInput(sessionStorage, name, undefined)
}
