import { foldPath, isPattern, type Protector, protectorOf } from './path-pattern.ts'
import { joinPath, type SimpleCommand } from './simple-commands.ts'
import { checkers, conventions } from './test-conventions.ts'

/** The files of a base tree; not complete where the host listed only some of them. */
export type BaseTree = { paths: readonly string[]; isComplete: boolean }

/** A base tree by what it is asked for. Files and folders are kept in lower case. */
export type TreeIndex = {
  files: ReadonlyMap<string, string>
  folders: ReadonlySet<string>
  /** Names of files, and what follows their last dot. */
  endings: ReadonlySet<string>
  isComplete: boolean
}

export function indexTree({ paths, isComplete }: BaseTree): TreeIndex {
  const files = new Map<string, string>()
  const folders = new Set<string>()
  const endings = new Set<string>()
  for (const path of paths) {
    const folded = foldPath(path)
    const name = folded.slice(folded.lastIndexOf('/') + 1)
    endings.add(name).add(name.slice(name.lastIndexOf('.')))
    files.set(folded, path)
    for (let end = folded.lastIndexOf('/'); end > 0; end = folded.lastIndexOf('/', end - 1)) {
      const folder = folded.slice(0, end)
      if (folders.has(folder)) break
      folders.add(folder)
    }
  }
  return { files, folders, endings, isComplete }
}

const sourceRoots = new Set([
  'src',
  'source',
  'sources',
  'lib',
  'libs',
  'app',
  'apps',
  'pkg',
  'packages',
  'crates',
  'cmd',
  'internal',
  'modules',
  'components',
  'server',
  'client',
  'api',
  'core',
  'services',
  'www',
  'public',
])
const manifests = new Set(conventions.flatMap(({ marks }) => marks.filter((mark) => !mark.startsWith('.'))))
const endings = ['.js', '.cjs', '.mjs', '.ts', '.mts', '.cts', '.json', '.py', '.rb', '.sh', '.php', '.pl', '.lua']
/** Programs that find a file by its name without the ending. */
const resolvers = /^(node|tsx|ts-node|bun|deno|mocha|ruby|perl|php|lua|unittest|python[\d.]*)$/
/** Options behind which such a name is found, whatever the program. */
const configOption =
  /^--?(c|config|config-file|configuration|rcfile|settings|tsconfig|project|p|rulesdir|plugin|r|require|import|loader)$/

/** What a command names of the base: files as they are, folders and globs as entries of protected paths. */
export function namedPaths(command: SimpleCommand, index: TreeIndex, isTest: Protector): string[] {
  const { program, words } = command
  return wordsThatJudge(command).flatMap((word) => {
    const isResolved = resolvers.test(program) || configOption.test(words[words.indexOf(word) - 1] ?? '')
    const forms = isResolved ? ['', ...endings] : ['']
    return candidatesOf(word, command).flatMap((candidate) => entriesOf(candidate, forms, index, isTest))
  })
}

/** All words but for programs that only check what they are given: of theirs, the program and its configuration. */
function wordsThatJudge({ program, words }: SimpleCommand): string[] {
  const isChecking = checkers.has(program) || checksOnly(program, words.slice(1))
  if (!isChecking) return [...words]
  return words.filter((word, at) => at === 0 || /^-.*=/.test(word) || configOption.test(words[at - 1] ?? ''))
}

/** Interpreters and build tools that are asked to look at files instead of running them. */
function checksOnly(program: string, words: readonly string[]): boolean {
  const [first = ''] = words
  if (words.includes('--findRelatedTests') || (program === 'vitest' && first === 'related')) return true
  if (program === 'node') return words.includes('--check') || words.includes('-c')
  if (program === 'php') return words.includes('-l')
  if (program === 'ruby' || program === 'perl') return first === '-c'
  if (program === 'sh' || program === 'bash') return first === '-n'
  if (program === 'go') return ['vet', 'build', 'fmt', 'list'].includes(first)
  if (program === 'cargo') return ['check', 'clippy', 'fmt', 'build', 'doc'].includes(first)
  return false
}

/** The paths that a word may mean: itself, the value of an option, a file without `::name` or `:line`, a module. */
function candidatesOf(word: string, { folder, program }: SimpleCommand): string[] {
  const bare = word.replaceAll(/^['"]|['"]$/g, '')
  const values = [bare, bare.slice(bare.indexOf('=') + 1), bare.replace(/^-\w/, '')]
  values.push(...values.flatMap((value) => value.split(',')))
  // A program given as text, such as that of `node -e`.
  if (/[\s'"()]/.test(bare)) values.push(...(bare.match(/[\w@.-]*[./][\w@./-]*/g) ?? []))
  const plain = values.flatMap((value) => [value, value.replace(/:{1,2}[^/]*$/, '')])
  if (/^python[\d.]*$/.test(program) || program === 'unittest')
    plain.push(...plain.filter((value) => /^[\w.]+$/.test(value)).map((value) => value.replaceAll('.', '/')))
  const paths = plain.filter((value) => value !== '' && !value.startsWith('-')).map((value) => joinPath(folder, value))
  return [...new Set(paths)].filter((path) => !path.startsWith('../'))
}

function entriesOf(candidate: string, forms: readonly string[], index: TreeIndex, isTest: Protector): string[] {
  const folded = foldPath(candidate)
  const file = forms.map((ending) => folded + ending).find((path) => index.files.has(path))
  if (file !== undefined) return [index.files.get(file) ?? candidate]
  if (/[*?[\]{}]/.test(candidate)) return globEntry(candidate, index, isTest)
  if (index.folders.has(folded)) return isTestFolder(folded, index, isTest) ? [candidate] : []
  // A host that lists not everything leaves open whether there is such a file.
  return !index.isComplete && endings.some((ending) => folded.endsWith(ending)) ? [candidate] : []
}

/**
 * Whether a named folder is there for the tests. One that holds the sources, a package, a folder of tests, or tests beside
 * what they test, is left to the patterns: protecting it would leave nothing to work on.
 */
function isTestFolder(folder: string, index: TreeIndex, isTest: Protector): boolean {
  if (folder === '' || isSource(folder)) return false
  const inside = [...index.files.keys()].filter((path) => path.startsWith(`${folder}/`))
  if (inside.some((path) => manifests.has(path.slice(folder.length + 1)))) return false
  const [tests, others] = [inside.filter(isTest), inside.filter((path) => !isTest(path))]
  const sources = new Set(others.map(stemOf))
  const isInTestFolder = (path: string) => isTest(path.slice(folder.length + 1, -nameOf(path).length))
  const isBesideSource = (path: string) => isInTestFolder(path) || sources.has(stemOf(path))
  return others.length > 0 && !tests.some(isBesideSource)
}

/** A path without its ending and what makes its name that of a test. */
function stemOf(path: string): string {
  const [stem = ''] = nameOf(path).split('.')
  return path.slice(0, -nameOf(path).length) + stem.replace(/^(test|spec)[-_]|[-_]?(tests?|spec)$/, '')
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** A shell's or runner's glob, widened to what entries can say. */
function globEntry(glob: string, index: TreeIndex, isTest: Protector): string[] {
  const entry = glob.replaceAll(/\{[^}]*\}|\[[^\]]*\]|\?/g, '*')
  const names = entry.split('/')
  const folder = names.slice(0, names.findIndex(isPattern)).join('/')
  const isEveryFile = /^\*+(\.[\w*]+)?$/.test(names.at(-1) ?? '')
  if (!isPattern(entry) || (isEveryFile && (folder === '' || isSource(foldPath(folder))))) return []
  const isMatch = protectorOf([entry])
  const matched = [...index.files.keys()].filter(isMatch)
  if (matched.length === 0) return index.isComplete ? [] : [entry]
  return isEveryFile && matched.some(isTest) && !matched.every(isTest) ? [] : [entry]
}

/** Whether a path lies where projects keep their sources. */
export function isSource(folder: string): boolean {
  return sourceRoots.has(folder.split('/')[0] ?? '')
}
