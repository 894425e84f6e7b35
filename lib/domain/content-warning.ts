export type ContentWarning = { code: string; message: string }

const checks: readonly { code: string; message: string; pattern: RegExp }[] = [
  { code: 'hidden_html', message: 'The text holds an HTML comment that readers do not see.', pattern: /<!--/ },
  {
    code: 'invisible_characters',
    message: 'The text holds zero-width or bidirectional control characters.',
    pattern: /[\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/,
  },
  {
    code: 'agent_instructions',
    message: 'The text seems to give orders to an automated agent.',
    pattern:
      /\b(ignore|disregard|forget)\b.{0,40}\b(instructions?|prompts?|rules?)\b|\bsystem prompt\b|\bas an? (ai|llm|agent)\b/i,
  },
  { code: 'wallet_address', message: 'The text names a wallet address.', pattern: /\b0x[0-9a-fA-F]{40}\b/ },
]

/** Reasons to read an issue twice before money is put on it. */
export function contentWarnings(text: string): ContentWarning[] {
  return checks.filter((check) => check.pattern.test(text)).map(({ code, message }) => ({ code, message }))
}
