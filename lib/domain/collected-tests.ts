import { programsOf } from './command-line.ts'

export type Runner =
  | 'node-test'
  | 'vitest'
  | 'jest'
  | 'mocha'
  | 'pytest'
  | 'unittest'
  | 'go'
  | 'cargo'
  | 'nextest'
  | 'maven'
  | 'gradle'
  | 'node'
  | 'python'
  | 'shell'
  | 'unknown'

/** One program of a command with the files that it takes its tests from; `isNamed` when the command names them. */
export type CollectedTests = { runner: Runner; files: string[]; isNamed: boolean }

const js = '[cm]?[jt]sx?'
const jvmTests = /(^|\/)src\/test\/.*(Test|Tests|TestCase|Spec)\.(java|kt|groovy|scala)$/
const defaults: Record<Runner, RegExp | null> = {
  'node-test': new RegExp(`([.\\-_]test\\.${js}|(^|/)test-[^/]*\\.${js}|(^|/)test\\.${js}|(^|/)test/.*\\.[cm]?[jt]s)$`),
  vitest: new RegExp(`\\.(test|spec)\\.${js}$`),
  jest: new RegExp(`(\\.(test|spec)\\.${js}|(^|/)__tests__/.*\\.${js})$`),
  mocha: new RegExp(`^(test/[^/]+|spec/[^/]+)\\.${js}$`),
  pytest: /(^|\/)(test_[^/]*|[^/]*_test)\.py$/,
  unittest: /(^|\/)test[^/]*\.py$/,
  go: /_test\.go$/,
  cargo: /(^|\/)tests\/[^/]+\.rs$/,
  nextest: /(^|\/)tests\/[^/]+\.rs$/,
  maven: jvmTests,
  gradle: jvmTests,
  node: null,
  python: null,
  shell: null,
  unknown: null,
}

/** Options whose value is the next word; none of these values is a test file. */
export const valuedOption =
  /^(-r|--require|--import|--loader|--experimental-loader|--env-file|-c|--config|--project|--root|--dir|-t|-k|-m|-p|--test-(name-pattern|skip-pattern|reporter|reporter-destination|concurrency|timeout|shard)|--testNamePattern|--reporter|--grep|-g|--run)$/

/**
 * The programs that a command runs and the test files of each, from the words of the command or else from what the runner
 * takes by default. Undefined for a command whose exit code need not be that of its programs.
 */
export function collectTests(
  argv: readonly string[],
  tree: { paths: readonly string[]; scripts: Readonly<Record<string, string>> },
): CollectedTests[] | undefined {
  return programsOf(argv, tree.scripts)?.map((words) => collect(words, tree.paths))
}

function collect(words: readonly string[], paths: readonly string[]): CollectedTests {
  const { runner, rest } = runnerOf(words)
  const named = operands(rest).flatMap((word) => matching(runner, word, paths))
  if (named.length > 0) return { runner, files: [...new Set(named)], isNamed: true }
  const pattern = defaults[runner]
  const files = pattern ? paths.filter((path) => pattern.test(path) && !/(^|\/)node_modules\//.test(path)) : []
  return { runner, files, isNamed: false }
}

const byName: Record<string, Runner> = {
  vitest: 'vitest',
  jest: 'jest',
  mocha: 'mocha',
  pytest: 'pytest',
  'py.test': 'pytest',
  sh: 'shell',
  bash: 'shell',
  dash: 'shell',
  zsh: 'shell',
}

export function runnerOf(words: readonly string[]): { runner: Runner; rest: readonly string[] } {
  const [program = '', ...rest] = words
  const name = baseName(program)
  if (/^node(js)?$/.test(name)) return nodeRunner(rest)
  if (/^python[\d.]*$/.test(name)) return pythonRunner(rest)
  if (name === 'go' && rest[0] === 'test') return { runner: 'go', rest: rest.slice(1) }
  if (name === 'cargo' && rest[0] === 'test') return { runner: 'cargo', rest: rest.slice(1) }
  if (name === 'cargo' && rest[0] === 'nextest' && /^(run|r)$/.test(rest[1] ?? ''))
    return { runner: 'nextest', rest: rest.slice(2) }
  if (/^mvnw?$/.test(name) && rest.some((word) => /^(test|package|verify|install)$/.test(word)))
    return { runner: 'maven', rest: [] }
  if (/^gradlew?$/.test(name) && rest.some((word) => /(^|:)(test|check|build)$/.test(word)))
    return { runner: 'gradle', rest: [] }
  const runner = byName[name.replace(/\.(c|m)?js$/, '')]
  if (runner) return { runner, rest }
  return name.endsWith('.sh') ? { runner: 'shell', rest: words } : { runner: 'unknown', rest: words }
}

function nodeRunner(words: readonly string[]): { runner: Runner; rest: readonly string[] } {
  if (words.some((word) => /^(-c|--check|-e|--eval|-p|--print|--run)$/.test(word)))
    return { runner: 'unknown', rest: [] }
  if (words.includes('--test')) return { runner: 'node-test', rest: words }
  const script = operands(words)[0]
  if (script === undefined) return { runner: 'unknown', rest: [] }
  const tool = byName[baseName(script).replace(/\.(c|m)?js$/, '')]
  if (tool && script.includes('node_modules/')) return { runner: tool, rest: words.slice(words.indexOf(script) + 1) }
  return { runner: 'node', rest: [script] }
}

function pythonRunner(words: readonly string[]): { runner: Runner; rest: readonly string[] } {
  const at = words.indexOf('-m')
  const module = words[at + 1]
  if (at !== -1 && (module === 'pytest' || module === 'unittest')) return { runner: module, rest: words.slice(at + 2) }
  const script = operands(words)[0]
  if (at !== -1 || words.includes('-c') || !script) return { runner: 'unknown', rest: [] }
  return { runner: 'python', rest: [script] }
}

function operands(words: readonly string[]): string[] {
  return words.filter((word, at) => !word.startsWith('-') && !valuedOption.test(words[at - 1] ?? ''))
}

/** Files that a word stands for: itself, what lies below it, what it matches as a pattern, or the module that it names. */
function matching(runner: Runner, word: string, paths: readonly string[]): string[] {
  const path = word.replace(/^\.\//, '').replace(/\/+$/, '').replace(/::.*$/, '')
  if (paths.includes(path)) return [path]
  if (runner === 'unittest') return moduleFile(path, paths)
  const pattern = defaults[runner]
  const below = paths.filter((one) => one.startsWith(`${path}/`) && pattern?.test(one))
  if (below.length > 0) return below
  if (!/[*?{[]/.test(path)) return []
  const glob = asPattern(path)
  return paths.filter((one) => glob.test(one))
}

/** `tests.test_a.TestA.test_b` is in `tests/test_a.py`. */
function moduleFile(name: string, paths: readonly string[]): string[] {
  const names = name.split('.')
  for (let count = names.length; count > 0; count -= 1) {
    const path = `${names.slice(0, count).join('/')}.py`
    if (paths.includes(path)) return [path]
  }
  return []
}

function asPattern(glob: string): RegExp {
  const source = glob
    .replace(/[.+^$()|\\[\]]/g, '\\$&')
    .replace(/\{([^}]*)\}/g, (_, list: string) => `(${list.split(',').join('|')})`)
    .replace(/\*\*\/|\*\*|\*|\?/g, (word) => ({ '**/': '(.*/)?', '**': '.*', '*': '[^/]*' })[word] ?? '[^/]')
  return new RegExp(`^${source}$`)
}

function baseName(path: string): string {
  return path.split('/').at(-1) ?? ''
}
