/** Control characters, format characters such as those that turn the direction of writing, and lone surrogates. */
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]/u
const everyInvisible = new RegExp(invisible, 'gu')

export function hasInvisible(text: string): boolean {
  return invisible.test(text)
}

export function withoutInvisible(text: string): string {
  return text.replaceAll(everyInvisible, '')
}

/** The text with each invisible character spelled out as `\u{…}`, so that a person can see it. */
export function showInvisible(text: string): string {
  return text.replaceAll(everyInvisible, (letter) => `\\u{${letter.codePointAt(0)?.toString(16)}}`)
}
