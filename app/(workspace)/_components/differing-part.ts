export type Parts = { before: string; differing: string; after: string }

/** Where a text differs from another: whole words between what both begin and end with. */
export function differingPart(text: string, other: string): Parts {
  const [words, others] = [text.split(/(\s+)/), other.split(/(\s+)/)]
  const shorter = Math.min(words.length, others.length)
  let start = 0
  while (start < shorter && words[start] === others[start]) start += 1
  let end = 0
  while (end < shorter - start && words.at(-1 - end) === others.at(-1 - end)) end += 1
  const part = (from: number, to: number) => words.slice(from, to).join('')
  return {
    before: part(0, start),
    differing: part(start, words.length - end),
    after: part(words.length - end, words.length),
  }
}
