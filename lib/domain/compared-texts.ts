import { callArguments } from './call-arguments.ts'
import { languageOf, type TestFile } from './test-file.ts'

const scriptEqual = /(?<![\w.$])(?:assert|t)\.(?:equal|strictEqual|deepEqual|deepStrictEqual|is)\s*\(/g
const pythonEqual = /(?<![\w.])self\.assert(?:Equal|MultiLineEqual|ListEqual|DictEqual)\s*\(/g
const matcher = /\)\.(?:toBe|toEqual|toStrictEqual)\s*\(/g

/** What the assertions of equality of a test file are given as expected, as it is written. */
export function comparedTexts(file: TestFile): string[] {
  const { text } = file
  const language = languageOf(file)
  if (language !== 'javascript' && language !== 'python') return []
  const ofCalls = (pattern: RegExp, place: number) =>
    [...text.matchAll(pattern)].flatMap(({ 0: call, index }) => {
      const expected = callArguments(text, index + call.length - 1, language)?.values[place]
      return expected ? [text.slice(expected.start, expected.end)] : []
    })
  return language === 'python' ? ofCalls(pythonEqual, 1) : [...ofCalls(scriptEqual, 1), ...ofCalls(matcher, 0)]
}
