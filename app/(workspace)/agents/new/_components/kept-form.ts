import { keepInput, readInputLike } from '#lib/client/kept-input.ts'
import type { NewAgentValues } from './new-agent-values.ts'

const name = 'new-agent'

/** Keeps what was written in this tab, or nothing, without the token, which is a secret for minutes. */
export function keepNewAgent(written: NewAgentValues | undefined): void {
  const { token, ...values } = written ?? {}
  keepInput(sessionStorage, name, written && values)
}

/** What was kept, as far as it fits the form of today; it stays kept until an agent comes of it. */
export function readNewAgent(like: NewAgentValues): Partial<NewAgentValues> {
  return readInputLike(sessionStorage, name, like) ?? {}
}
