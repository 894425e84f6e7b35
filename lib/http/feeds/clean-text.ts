/** Text without what XML 1.0 has no place for, which is also what no reader can see. */
export function cleanText(text: string): string {
  return text.toWellFormed().replaceAll(forbidden, ' ')
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to be taken out
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g

/** HTML that shows this text. */
export function toHtml(text: string): string {
  return cleanText(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
