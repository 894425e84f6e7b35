import { callArguments, plainString } from './call-arguments.ts'
import type { Expectation } from './expectations.ts'
import { languageOf, type TestFile } from './test-file.ts'

const unequal =
  /^.*(?:\bassert(?:NotEqual|IsNot|False)\b|\bnot(?:Equal|StrictEqual|DeepEqual|DeepStrictEqual)\b|\.not\.|[^=!]==?\s*False\b|!==?|\bassert not\b).*$/gm
const common =
  /^(self|assert|expect|int|float|str|len|list|dict|set|Number|String|Object|Array|new|await|not|true|false)$/

/**
 * Whether the client's own test says that what an assertion looks at is equal to several values, as that of a matcher does:
 * it is held to be unequal to something, or equal to another value. Then nothing follows from one more that it is equal to.
 */
export function isGenerous(file: TestFile, one: Expectation, all: readonly Expectation[]): boolean {
  const subject = subjectOf(file, one)
  if (subject === undefined) return false
  const bare = (text: string) => text.replace(plainString, "''")
  const names = [...bare(subject).matchAll(/[A-Za-z_$][\w$]*/g)]
    .map(([name]) => name)
    .filter((name) => !common.test(name))
  const lines = [...file.text.matchAll(unequal)].map(([line]) => bare(line))
  if (
    names.some((name) =>
      lines.some((line) => new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`).test(line)),
    )
  )
    return true
  return all.some(
    (other) =>
      other.before !== one.before &&
      other.assertion.start !== one.assertion.start &&
      subjectOf(file, other) === subject,
  )
}

/** The first argument of the assertion, or what stands before the comparison. */
function subjectOf(file: TestFile, { assertion, read }: Expectation): string | undefined {
  const language = languageOf(file)
  if (language !== 'javascript' && language !== 'python') return undefined
  const own = file.text.slice(assertion.start, assertion.end)
  const bare = /^assert\s+([\s\S]*?)==/.exec(own)?.[1]
  if (bare !== undefined) return bare.trim()
  const open = own.indexOf('(')
  const [first] = open === -1 ? [] : (callArguments(own, open, language)?.values ?? [])
  if (!first || read.start < assertion.start + first.start) return undefined
  const said = own.slice(first.start, first.end)
  return (/^([\s\S]*?)===?/.exec(said)?.[1] ?? said).trim()
}
