import type { AcceptanceFile } from './acceptance-files.ts'
import { collectTests } from './collected-tests.ts'
import { nameSeparator } from './test-report.ts'

/** Text of a test file by its path. */
type Source = { path: string; text: string }

/** A test or suite at the start of its line, with a name that is written out. */
const scriptLine = /^(\s*)(?:await\s+)?(test|it|describe|suite)\(\s*(['"`])((?:(?!\3)[^\\\n$])+)\3\s*,/
const pythonTest = /^(?:async )?def (test\w*)\(/
const goTest = /^func (Test[A-Z_0-9]\w*)\(\w+ \*testing\.T\)/

/**
 * Names of tests that a file surely has, as far as its text says so: no test within a condition or loop, and none of a file
 * that skips or chooses tests. It says what is expected of a file that does not load on the base.
 */
export function listTests({ path, text }: Source): string[] {
  if (/\b(skip|skipif|todo|only|xfail|parametrize|go:build)\b/i.test(text)) return []
  if (path.endsWith('.py')) return namesIn(text, pythonTest)
  if (path.endsWith('_test.go')) return namesIn(text, goTest)
  return /\.[cm]?[jt]sx?$/.test(path) ? scriptTests(text) : []
}

function namesIn(text: string, line: RegExp): string[] {
  return text.split('\n').flatMap((one) => line.exec(one)?.[1] ?? [])
}

/** A test counts when every line that it is indented below opens a suite. */
function scriptTests(text: string): string[] {
  const found: string[] = []
  const above: { indent: number; suite: string | null }[] = []
  for (const line of text.replace(/\/\*[\s\S]*?\*\//g, '').split('\n')) {
    if (line.trim() === '' || /^\s*(\/\/|[)}\]])/.test(line)) continue
    const indent = line.length - line.trimStart().length
    while ((above.at(-1)?.indent ?? -1) >= indent) above.pop()
    const [, , word = '', , name = ''] = scriptLine.exec(line) ?? []
    const isInSuites = above.every(({ suite }) => suite !== null)
    if (isInSuites && (word === 'test' || word === 'it'))
      found.push([...above.map(({ suite }) => suite), name].join(nameSeparator))
    above.push({ indent, suite: word === 'describe' || word === 'suite' ? name : null })
  }
  return found
}

/** The same for the acceptance files that a command takes tests from; none when it chooses among its tests. */
export function listAcceptedTests(
  argv: readonly string[],
  acceptanceFiles: readonly AcceptanceFile[],
  tree: { paths: readonly string[]; scripts: Readonly<Record<string, string>> } = { paths: [], scripts: {} },
): string[] {
  if (choosesTests(argv)) return []
  const paths = [...new Set([...tree.paths, ...acceptanceFiles.map(({ path }) => path)])]
  const collected = new Set(collectTests(argv, { ...tree, paths })?.flatMap(({ files }) => files))
  const accepted = acceptanceFiles.filter(({ path }) => collected.has(path))
  return accepted.flatMap(({ path, content }) => listTests({ path, text: textOf(content) }))
}

function textOf(base64: string): string {
  return new TextDecoder().decode(Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)))
}

/** Whether a command runs only some of the tests that its files have. */
export function choosesTests(argv: readonly string[]): boolean {
  const choosing =
    /^(-[tkmg]|-?-run|-?-skip|-?-short|--(test-name-pattern|test-skip-pattern|test-only|test-shard|testNamePattern|grep|shard|lf|ff|last-failed|deselect|changed))(=|$)/
  return argv.some(
    (word, at) => choosing.test(word) && !(word === '-m' && /^python[\d.]*$/.test(baseName(argv[at - 1]))),
  )
}

function baseName(path = ''): string {
  return path.split('/').at(-1) ?? ''
}
