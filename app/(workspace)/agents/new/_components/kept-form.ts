import type { NewAgentValues } from './new-agent-values.ts'

const place = 'jobwright.new-agent'

/** Keeps what was written in this tab, without the token, which is a secret for minutes. */
export function keepNewAgent({ token, ...values }: NewAgentValues): void {
  sessionStorage.setItem(place, JSON.stringify(values))
}

/** What was kept, once. */
export function takeNewAgent(): Partial<NewAgentValues> {
  const text = sessionStorage.getItem(place)
  sessionStorage.removeItem(place)
  return text ? JSON.parse(text) : {}
}
