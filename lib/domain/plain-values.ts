import { callArguments, type Span } from './call-arguments.ts'
import { replaced } from './expectations.ts'
import { languageOf, type TestFile } from './test-file.ts'

const scriptEqual = /(?<![\w.$])(?:assert|t)\.(?:equal|is)\s*\(/g
const pythonEqual = /(?<![\w.])self\.assertEquals?\s*\(/g
const pythonBare = /^[ \t]*assert\s+(.+?)\s*==\s*(['"][^'"\n]*['"]|\d+(?:\.\d+)?)[ \t]*$/gm
/** What stands to the left of `==` belongs to more than the comparison. */
const isPartOfMore = /\b(and|or|not|if|for|in|lambda)\b|[<>!=]=/
const plain = /^\s*(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|-?\d+(?:\.\d+)?)\s*$/

/**
 * The file with assertions of equality with a text or a number that refuse an object which compares itself with it. What
 * the language brings along for that may: dates, addresses and lists in JavaScript, fractions in Python.
 */
export function askForPlainValues(file: TestFile): string {
  const language = languageOf(file)
  if (language !== 'javascript' && language !== 'python') return file.text
  const { text } = file
  const calls = [...text.matchAll(language === 'python' ? pythonEqual : scriptEqual)]
  const actuals = calls.flatMap(({ 0: head, index }): Span[] => {
    const [actual, expected] = callArguments(text, index + head.length - 1, language)?.values ?? []
    return actual && expected && plain.test(text.slice(expected.start, expected.end)) ? [actual] : []
  })
  const bare = language === 'python' ? [...text.matchAll(pythonBare)] : []
  const compared = bare.map(({ 0: all, 1: actual = '', index }): Span => {
    const start = index + all.indexOf(actual, all.indexOf('assert') + 6)
    return { start, end: start + actual.length }
  })
  const wrap = language === 'python' ? inPython : inScript
  const all = [...actuals, ...compared.filter(({ start, end }) => !isPartOfMore.test(text.slice(start, end)))]
  return replaced(
    text,
    all.map((actual): [Span, string] => [actual, wrap(text.slice(actual.start, actual.end))]),
  )
}

const builtIn = '[URL, Date, Array, Buffer, String, Number]'

function inScript(actual: string): string {
  const isAllowed = `${builtIn}.some((one) => Object.getPrototypeOf(it) === one.prototype)`
  const refuse = "throw new Error('an object stands for the value')"
  return ` ((it) => { if (Object(it) === it && !${isAllowed}) ${refuse}; return it })(${actual.trim()})`
}

/** A class of the result's own has a function for `==`; those of texts and lists have none that is written in Python. */
function inPython(actual: string): string {
  const numbers = "(*vars(__import__('numbers')).values(), __import__('fractions').Fraction)"
  const isOwn = `any(type(c.__dict__.get('__eq__')) is type(lambda: 0) and c not in ${numbers} for c in type(it).__mro__)`
  return `(lambda it: {}['an object stands for the value'] if ${isOwn} else it)(${actual.trim()})`
}
