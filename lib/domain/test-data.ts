import { comparedTexts } from './compared-texts.ts'
import { importedFiles } from './imported-files.ts'
import { languageOf, type TestFile } from './test-file.ts'

/** A file of the base that a result changed or deleted, and what it needs to tell whether the tests depend on it. */
export type DataQuestion = {
  path: string
  /** The client's test files. */
  tests: readonly TestFile[]
  paths: readonly string[]
  /** Text of a file of the base. */
  read: (path: string) => Promise<string | undefined>
}

const maxDepth = 3
const maxSources = 60

const folders =
  /(^|\/)_*(fixtures?|snapshots?|goldens?|cassettes|test[-_]?(data|cases|files|vectors)|expected[-_]outputs?)_*\//i
const testFolders = /(^|\/)(tests?|__tests__|specs?)\//i
const names = /\.(snap|golden|approved|expected)(\.\w+)?$|(^|[._-])(golden|fixture|sample[-_]?data)s?\.\w+$/i
const data =
  /\.(json[5cl]?|ndjson|ya?ml|toml|ini|conf|properties|csv|tsv|txt|text|log|xml|html?|svg|sql|pot?|bin|dat|data|in|out|err|expected|golden|approved|snap)$/i
const document = /(^|\/)(readme|changelog|changes|history|license|licence|notice|authors)\b[^/]*$/i

/**
 * Why a changed file is data that decides what the tests compare with: by its place or name, because a test reads it, or
 * because a test compares with a value that comes from it through the code under test. Undefined for all others, and for
 * sources and documents.
 */
export async function testDataReason(question: DataQuestion): Promise<string | undefined> {
  const { path, tests } = question
  if (folders.test(path)) return 'lies among test data'
  if (!data.test(path) || document.test(path)) return undefined
  if (testFolders.test(path) || names.test(path)) return 'is test data by its name'
  const reader = tests.find((test) => reads(test, question))
  if (reader) return `is read by ${reader.path}`
  for (const test of tests) if (await comparesWith(test, question)) return `gives ${test.path} what it expects`
  return undefined
}

const reading =
  /\b(\w*read\w*|\w*open\w*|\w*load\w*|require|import|from|join|resolve|URL|\w*Path|__dirname|__file__)\b/i
const quoted = /'[^'\n]*'|"[^"\n]*"|`[^`\n]*`/g

/** Whether a line that reads or loads something, or any line of a shell script, names the file. */
function reads(test: TestFile, { path, paths }: DataQuestion): boolean {
  if (importedFiles(test.path, test.text, paths).includes(path)) return true
  const isShell = languageOf(test) === 'shell'
  return test.text
    .split('\n')
    .filter((line) => isShell || reading.test(line))
    .some((line) => wordsOf(line, isShell).some((word) => isPathOf(word, path)))
}

function wordsOf(line: string, isShell: boolean): string[] {
  return isShell ? line.split(/[\s'"`;|&<>()]+/) : (line.match(quoted) ?? []).map((word) => word.slice(1, -1))
}

/** A word that names at least the file, with or without the folders above it. */
function isPathOf(word: string, path: string): boolean {
  const bare = word.replace(/^(\.{1,2}\/|\$\{?\w+\}?\/)+/, '')
  return bare === path.split('/').at(-1) || (bare.includes('/') && `/${path}`.endsWith(`/${bare}`)) || bare === path
}

/** Whether an assertion's expected value is a name that the test has from modules which load the file. */
async function comparesWith(test: TestFile, question: DataQuestion): Promise<boolean> {
  const expected = comparedTexts(test).map((text) => text.replace(quoted, ''))
  if (expected.length === 0) return false
  const loaders = new Set<string>()
  for (const source of importedFiles(test.path, test.text, question.paths))
    if (await loads(source, question)) loaders.add(source)
  if (loaders.size === 0) return false
  const tainted = namesFrom(test, (line) =>
    importedFiles(test.path, line, question.paths).some((source) => loaders.has(source)),
  )
  return expected.some((text) => tainted.some((name) => isUsed(name, text)))
}

async function loads(source: string, { path, paths, read }: DataQuestion): Promise<boolean> {
  const seen = new Set<string>()
  let level = [source]
  for (let depth = 0; depth < maxDepth && seen.size < maxSources; depth += 1) {
    const next: string[] = []
    for (const one of level.filter((each) => !seen.has(each))) {
      seen.add(one)
      const text = await read(one)
      if (text === undefined) continue
      const file = { path: one, text, runner: 'unknown', isModule: false } as const
      if (reads(file, { path, paths, tests: [], read })) return true
      next.push(...importedFiles(one, text, paths))
    }
    level = next
  }
  return false
}

const binding = /^(?:\s*(?:import|from)\b|.*?\b(?:const|let|var|for)\b|\s*[A-Za-z_][\w, ]*=(?!=))/
const word = /[A-Za-z_$][\w$]*/g
const keywords = /^(import|from|const|let|var|for|of|in|as|require|new|await|async|true|false|null|None|True|False)$/

/** The names that a test gets from a module, and those that it takes out of them; what a function returns is none. */
function namesFrom(test: TestFile, isLoader: (line: string) => boolean): string[] {
  const found = new Set<string>()
  const statements = test.text.replace(/\{[^{}]*\}/g, (inner) => inner.replaceAll('\n', ' ')).split('\n')
  for (const line of statements) {
    const bare = line.replace(quoted, '')
    if (!isLoader(line) && !(binding.test(bare) && [...found].some((name) => isUsed(name, bare)))) continue
    const [declared = ''] = /^.*?(?=\s(?:of|in|=)\s|$)/.exec(bare) ?? []
    const side = /^\s*from\b/.test(bare) ? bare : declared
    for (const [name] of side.matchAll(word)) if (!keywords.test(name)) found.add(name)
  }
  return [...found]
}

function isUsed(name: string, text: string): boolean {
  return new RegExp(`(?<![\\w$.])${name.replaceAll('$', '\\$')}(?![\\w$]|\\s*\\()`).test(text)
}
