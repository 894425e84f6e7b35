/** A whole number from 0 up to the limit, which is not reached. */
export type Random = (limit: number) => number

type Choice = {
  /** Values that the same file expects elsewhere. */
  others: readonly string[]
  /** Values that would make no difference, such as one that the same set has already. */
  taken: readonly string[]
  random: Random
}

export const opposites: Record<string, string> = { true: 'false', false: 'true', True: 'False', False: 'True' }

/**
 * Another value of the same kind that could as well be expected, so that a result cannot tell by its look that it was
 * altered: a number beside it, two letters that change places, a value of another test. Undefined where there is none.
 */
export function otherValue(found: string, { others, taken, random }: Choice): string | undefined {
  const isOther = (value: string) => !isSame(value, found) && !taken.includes(value)
  const options = optionsFor(found, others).map((group) => group.filter(isOther))
  const turns = options.flatMap((group, at) => (group.length > 0 ? Array(weights[at] ?? 1).fill(group) : []))
  const group: string[] = turns[random(Math.max(1, turns.length))] ?? []
  return group[random(Math.max(1, group.length))]
}

/** Small changes keep what a value is made of, so they are taken most often; values of other tests come third. */
const weights = [4, 2, 3, 1]

function optionsFor(found: string, others: readonly string[]): string[][] {
  const opposite = opposites[found]
  if (opposite) return [[opposite]]
  const items = listItems(found)
  if (items) return [swaps(items).map((swapped) => `${found[0]}${swapped.join(', ')}${found.at(-1)}`)]
  const ofKind = others.filter((other) => kindOf(other) === kindOf(found))
  if (kindOf(found) === 'number') return [neighbours(found), digitSwaps(found), ofKind]
  const [open = '', inner = '', close = ''] = parts(found)
  const inside = [letterSwaps(inner), [...digitChanges(inner), ...letterRepeats(inner)], []]
  const [swapped = [], changed = []] = inside.map((texts) => texts.map((text) => open + text + close))
  const isAlone = swapped.length + changed.length === 0
  return [swapped, changed, ofKind, isAlone ? nextLetters(inner).map((text) => open + text + close) : []]
}

function isSame(value: string, found: string): boolean {
  if (value === found) return true
  const [[, one = ''], [, two = '']] = [parts(value), parts(found)] as const
  return one.toLowerCase() === two.toLowerCase() || (one.trim() !== '' && Number(one) === Number(two))
}

function kindOf(value: string): 'number' | 'text' | 'list' {
  if (/^\d+(\.\d+)?$/.test(value)) return 'number'
  return /^[[(]/.test(value) ? 'list' : 'text'
}

/** A text without its quotes, and these. */
function parts(found: string): [string, string, string] {
  const quote = /^('''|"""|'|")/.exec(found)?.[0] ?? ''
  const isQuoted = quote !== '' && found.length >= 2 * quote.length && found.endsWith(quote)
  return isQuoted ? [quote, found.slice(quote.length, -quote.length), quote] : ['', found, '']
}

function neighbours(found: string): string[] {
  const [whole = '', fraction] = found.split('.')
  if (whole.length > 9) return []
  const near = [Number(whole) + 1, Number(whole) - 1].filter((value) => value >= 0)
  return near.map((value) => (fraction === undefined ? String(value) : `${value}.${fraction}`))
}

function digitSwaps(found: string): string[] {
  return found.includes('.') ? [] : letterSwaps(found).filter((text) => !text.startsWith('0'))
}

/** Two characters that stand beside each other change places; escapes and spaces keep theirs. */
function letterSwaps(text: string): string[] {
  return [...text.matchAll(/(?<!\\)[A-Za-z0-9_-](?=[A-Za-z0-9_-])/g)].map(
    ({ index }) => text.slice(0, index) + text[index + 1] + text[index] + text.slice(index + 2),
  )
}

function digitChanges(text: string): string[] {
  return [...text.matchAll(/(?<!\\)\d/g)].flatMap(({ 0: digit, index }) =>
    [Number(digit) + 1, Number(digit) - 1]
      .filter((value) => value >= 0 && value <= 9)
      .map((value) => text.slice(0, index) + value + text.slice(index + 1)),
  )
}

/** One letter is replaced by another one of the same text. */
function letterRepeats(text: string): string[] {
  const letters = [...text.matchAll(/(?<!\\)[A-Za-z]/g)]
  const known = [...new Set(letters.map(([letter]) => letter))].slice(0, 12)
  return letters
    .slice(0, 40)
    .flatMap(({ 0: letter, index }) =>
      known
        .filter((other) => other.toLowerCase() !== letter.toLowerCase())
        .map((other) => text.slice(0, index) + other + text.slice(index + 1)),
    )
}

function nextLetters(text: string): string[] {
  const { index, 0: letter } = /(?<!\\)[A-Za-z]/.exec(text) ?? { index: -1, 0: '' }
  if (index === -1) return []
  const next = /[zZ]/.test(letter) ? letter.replace(/z/i, 'y') : String.fromCharCode(letter.charCodeAt(0) + 1)
  return [text.slice(0, index) + next + text.slice(index + 1)]
}

/** The items of a list that holds nothing but short values. */
function listItems(found: string): string[] | undefined {
  if (kindOf(found) !== 'list') return undefined
  return found
    .slice(1, -1)
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

function swaps(items: readonly string[]): string[][] {
  return items.slice(1).flatMap((item, at) => {
    const before = items[at] ?? ''
    return isSame(item, before) ? [] : [items.toSpliced(at, 2, item, before)]
  })
}

/** Whether two values are made of the same letters. */
export function isAnagram(one: string, other: string): boolean {
  const sorted = (text: string) => [...text.replace(/\s/g, '')].sort().join('')
  return sorted(one) === sorted(other)
}
