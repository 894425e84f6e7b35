/** Text of a stranger that is safe in a terminal and a page: one line, no control or direction character, bounded. */
export function plainText(text: string, length = 300): string {
  const clean = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim()
  return clean.length <= length ? clean : `${clean.slice(0, length - 1).toWellFormed()}…`
}

/** One line on the owner's terminal. Never given a secret, but for the generated password. */
export function print(line: string): void {
  process.stdout.write(`${plainText(line, 1_000)}\n`)
}

/** What an error says, safe to print. */
export function reasonOf(error: unknown): string {
  return plainText(error instanceof Error ? error.message : String(error))
}
