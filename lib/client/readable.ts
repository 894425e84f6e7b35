export type Readable = { kind: 'text'; text: string } | { kind: 'binary' }

/** What is invisible, or changes the order in which text is shown, and so could make a file look like another one. */
const hidden = /[\p{Cf}\p{Co}\p{Cn}\u2028\u2029]|(?![\t\n])\p{Cc}/gu

/** The content of a file (base64) as plain text, with everything that would be invisible written out; else binary. */
export function readable(content: string): Readable {
  const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0))
  if (bytes.includes(0)) return { kind: 'binary' }
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return { kind: 'text', text: visible(text) }
  } catch {
    return { kind: 'binary' }
  }
}

/** Text of a stranger with everything invisible written as its code point. */
export function visible(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(hidden, (letter) => `\\u{${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`)
}
