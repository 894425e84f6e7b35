import { commonText } from '#app/_text/common.ts'

const height = 20
const padding = 8

/** A drawing in two fields, the product's name and these words; text only, no script and nothing from elsewhere. */
export function drawBadge(words: string, colour: string): string {
  const [left, right] = [widthOf(commonText.name), widthOf(words)]
  const text = (value: string, from: number, width: number) =>
    `<text x="${from + width / 2}" y="14" textLength="${width - 2 * padding}">${escaped(value)}</text>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="${height}" role="img" aria-label="${escaped(`${commonText.name}: ${words}`)}"><clipPath id="r"><rect width="${left + right}" height="${height}" rx="4"/></clipPath><g clip-path="url(#r)"><rect width="${left}" height="${height}" fill="#3a434d"/><rect x="${left}" width="${right}" height="${height}" fill="${colour}"/></g><g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">${text(commonText.name, 0, left)}${text(words, left, right)}</g></svg>`
}

/** About as wide as the text is at 11 pixels, since a drawing cannot measure. */
function widthOf(words: string): number {
  return Math.ceil([...words].reduce((sum, letter) => sum + (/[ijl.,· ]/.test(letter) ? 3.6 : 7), 0)) + 2 * padding
}

function escaped(words: string): string {
  return words.replace(/[<>&"]/g, (letter) => `&#${letter.charCodeAt(0)};`)
}
