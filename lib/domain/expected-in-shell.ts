import type { Span } from './call-arguments.ts'
import { type Expected, isComment, looseValue } from './expected-values.ts'

const ofShell =
  /\[\[?\s+"?\$[^\]\n]*?\s+(?:==?|-eq)\s+(?:"([^"$`\\\n]+)"|'([^'\n]+)'|([\w.-]+))\s+\]\]?(?=[ \t]*(?:$|\|\||;|&&))/gm
const hereDocument = /^[^\n#]*\b(?:diff|cmp|comm)\b[^\n]*<<-?\s*(['"]?)(\w+)\1[^\n]*\n([\s\S]*?)\n[ \t]*\2$/gm

/** The values that the checks of a shell script compare with, and the words of what it holds an output against. */
export function shellExpectations(text: string): Expected[] {
  const checks = [...text.matchAll(ofShell)].flatMap(({ 0: check, 1: double, 2: single, 3: word, index }) => {
    const found = double ?? single ?? word ?? ''
    const start = index + check.lastIndexOf(found)
    const isLoop = /\b(while|until)\b/.test(text.slice(text.lastIndexOf('\n', index) + 1, index))
    if (isComment(text, index) || isLoop) return []
    const value = { start, end: start + found.length }
    const assertion = { start: index, end: index + check.length }
    return [{ assertion, read: value, values: [value], compares: 'equal' as const }]
  })
  const documents = [...text.matchAll(hereDocument)].flatMap(({ 0: all, 3: body = '', index }) => {
    const from = index + all.lastIndexOf(body)
    const words = [...body.matchAll(/(?<![\w$`\\{(-])[A-Za-z0-9-]+(?![\w$`\\])/g)]
    const values = words.map(({ 0: word, index: at }) => ({ start: from + at, end: from + at + word.length }))
    const [read] = values
    const assertion = { start: index, end: index + all.length }
    return read ? [{ assertion, read, values, compares: 'loose' as const }] : []
  })
  return [...checks, ...unequalInShell(text), ...heldInShell(text), ...givenToHelpers(text), ...documents]
}

const ofUnequal =
  /\[\[?\s+"?\$[^\]\n]*?\s+(?:!=|-ne)\s+(?:"([^"$`\\\n]+)"|'([^'\n]+)'|([\w.-]+))\s+\]\]?(?=[ \t]*(?:$|\|\||;|&&))/gm

/** `[ "$got" != 'a-b' ]`, after which a script ends: what it makes of another value is not known. */
function unequalInShell(text: string): Expected[] {
  return [...text.matchAll(ofUnequal)].flatMap(({ 0: check, 1: double, 2: single, 3: word, index }) => {
    const found = double ?? single ?? word ?? ''
    const start = index + check.lastIndexOf(found)
    return isComment(text, index) ? [] : [looseValue({ start, end: start + found.length })]
  })
}

const ofHelper =
  /^(?:function[ \t]+)?(\w+)[ \t]*\(\)[ \t]*\{[^{}]*?\[\[?\s+"?\$\{?([1-9])\}?"?\s+(?:!=|==?|-eq|-ne)\s+"?\$\{?([1-9])\}?"?\s+\]/gm
const ofWord = /"(?:\$\([^()]*\)|[^"\\]|\\.)*"|'[^'\n]*'|\$\([^()]*\)|[^\s"';&|()]+/y

/** `same "$(got)" 'a-b'`, where the script's own function compares one argument with another. */
function givenToHelpers(text: string): Expected[] {
  const helpers = new Map(
    [...text.matchAll(ofHelper)].map(([, name, one, other]) => [name, [Number(one), Number(other)]]),
  )
  return [...text.matchAll(/^[ \t]*(\w+)(?=[ \t]+\S)/gm)].flatMap(({ 0: head, 1: name, index }) => {
    const compared = helpers.get(name)
    if (!compared) return []
    const words = wordsFrom(text, index + head.length)
    const plain = compared
      .flatMap((place) => words[place - 1] ?? [])
      .filter((word) => !textOf(text, word).includes('$'))
    const [value] = plain
    if (!value || plain.length > 1) return []
    const quoted = /^['"]/.test(textOf(text, value)) ? 1 : 0
    const inside = { start: value.start + quoted, end: value.end - quoted }
    return inside.end > inside.start ? [looseValue(inside)] : []
  })
}

function textOf(text: string, { start, end }: Span): string {
  return text.slice(start, end)
}

/** The first words of a command behind its name. */
function wordsFrom(text: string, from: number): Span[] {
  const words: Span[] = []
  let at = from
  while (words.length < 9) {
    at += /^[ \t]*/.exec(text.slice(at, at + 200))?.[0].length ?? 0
    ofWord.lastIndex = at
    const [found] = ofWord.exec(text) ?? []
    if (!found) break
    words.push({ start: at, end: at + found.length })
    at += found.length
  }
  return words
}

const ofVariable = /\[\[?\s+"?\$\{?(\w+)\}?"?\s+(!=|==?)\s+"?\$\{?(\w+)\}?"?\s+\]\]?(?=[ \t]*(?:$|\|\||;|&&))/gm

/** `[ "$got" = "$want" ]` after `want='a-b'`, where nothing else reads the value in between. */
function heldInShell(text: string): Expected[] {
  return [...text.matchAll(ofVariable)].flatMap(({ 0: check, 1: one = '', 2: sign, 3: other = '', index }) => {
    if (isComment(text, index)) return []
    const assertion = { start: index, end: index + check.length }
    return [other, one]
      .flatMap((name): Expected[] => {
        const set = [
          ...text
            .slice(0, index)
            .matchAll(new RegExp(`^[ \\t]*${name}=(?:'([^']+)'|"([^"$\`\\\\\\n]+)"|([\\w.-]+))[ \\t]*$`, 'gm')),
        ].at(-1)
        const value = set?.[1] ?? set?.[2] ?? set?.[3]
        if (!set || value === undefined) return []
        const end = set.index + set[0].trimEnd().length - (set[3] === undefined ? 1 : 0)
        if (new RegExp(`\\$\\{?${name}\\b|\\b(for|while|until)\\b|\\(\\)`).test(text.slice(end, index))) return []
        const span = { start: end - value.length, end }
        if (sign === '!=') return [looseValue(span)]
        const at = index + check.lastIndexOf(`$${name}`)
        return at < index
          ? []
          : [{ assertion, read: { start: at, end: at + name.length + 1 }, values: [span], compares: 'equal' }]
      })
      .slice(0, 1)
  })
}
