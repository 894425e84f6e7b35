/** One program with its words, and the folder that the script went to before. */
export type SimpleCommand = { program: string; words: string[]; folder: string }

/** Scripts of a manifest by name, such as those of `package.json`. */
export type Scripts = Readonly<Record<string, string>>

const shells = new Set(['sh', 'bash', 'dash', 'zsh', 'ash'])
const packageManagers = new Set(['npm', 'pnpm', 'yarn', 'bun'])
/** Programs that start the one that follows, with how many of their words come between. */
const launchers = new Map([
  ...['env', 'npx', 'pnpx', 'bunx', 'time', 'nice', 'exec', 'sudo', 'xvfb-run', 'nohup', 'cross-env', 'nyc', 'c8'].map(
    (name): [string, number] => [name, 0],
  ),
  ...['uv', 'poetry', 'pipenv', 'hatch', 'bundle', 'coverage', 'timeout'].map((name): [string, number] => [name, 1]),
])
const managerVerbs = new Set(['run', 'run-script', 'exec', 'dlx', 'x'])
const depthMax = 4

/** The programs that an argv starts, as far as it says so itself: through launchers, shells and scripts of a manifest. */
export function simpleCommands(argv: readonly string[], scripts: Scripts = {}): SimpleCommand[] {
  return expand(argv, scripts, '', 0)
}

function expand(argv: readonly string[], scripts: Scripts, folder: string, depth: number): SimpleCommand[] {
  const [first, ...words] = withoutLeading(argv, isAssignment)
  if (first === undefined || depth > depthMax) return []
  const program = baseName(first)
  const naming = (count: number): SimpleCommand => ({ program, words: [first, ...words.slice(0, count)], folder })
  const deeper = (rest: readonly string[]) => expand(rest, scripts, folder, depth + 1)

  if (shells.has(program)) {
    const at = words.findIndex((word) => /^-[a-z]*c$/.test(word))
    const script = at === -1 ? undefined : words[at + 1]
    return script === undefined ? [naming(words.length)] : inScript(script, scripts, folder, depth + 1)
  }
  const own = launchers.get(program)
  if (own !== undefined) return [naming(0), ...deeper(withoutLeading(words.slice(own), isOption))]
  if (packageManagers.has(program)) {
    const run = ofManager(words, scripts, folder, depth)
    return run ? [naming(0), ...run] : [naming(words.length)]
  }
  const module = /^python[\d.]*$/.test(program) ? words.indexOf('-m') : -1
  return module === -1 ? [naming(words.length)] : [naming(module + 2), ...deeper(words.slice(module + 1))]
}

/** Whether what is run is said by a manifest's scripts. */
export function usesScripts({ program }: SimpleCommand): boolean {
  return packageManagers.has(program)
}

/** What a package manager runs: a script with those before and after it, or a program; undefined when that is not known. */
function ofManager(
  words: readonly string[],
  scripts: Scripts,
  folder: string,
  depth: number,
): SimpleCommand[] | undefined {
  const [verb = '', ...rest] = withoutLeading(words, isOption)
  const isVerb = managerVerbs.has(verb)
  const [name = '', ...more] = isVerb ? withoutLeading(rest, isOption) : [verb === 't' ? 'test' : verb, ...rest]
  const script = Object.hasOwn(scripts, name) ? scripts[name] : undefined
  if (script === undefined) return isVerb ? expand([name, ...more], scripts, folder, depth + 1) : undefined
  const args = more.filter((word) => word !== '--').join(' ')
  const texts = [scripts[`pre${name}`], `${script} ${args}`, scripts[`post${name}`]]
  return texts.flatMap((text) => (text === undefined ? [] : inScript(text, scripts, folder, depth + 1)))
}

/** Reads a shell's script word by word; what it computes is not known here. */
function inScript(script: string, scripts: Scripts, folder: string, depth: number): SimpleCommand[] {
  const found: SimpleCommand[] = []
  let at = folder
  for (const piece of script.slice(0, 4_000).split(/&&|\|\||[;|&\n()]/)) {
    const words = piece
      .split(/[\s<>`"']+/)
      .map((word) => word.replace(/^\$\{?|[{}]$/g, ''))
      .filter(Boolean)
    if (words[0] === 'cd' && words[1] !== undefined) at = joinPath(at, words[1])
    else found.push(...expand(words, scripts, at, depth))
  }
  return found
}

/** A path below a folder, without `.` and empty names; what climbs out of the repository stays as it is. */
export function joinPath(folder: string, path: string): string {
  const names: string[] = []
  for (const name of `${folder}/${path}`.split('/')) {
    if (name === '..' && names.length > 0 && names.at(-1) !== '..') names.pop()
    else if (name !== '' && name !== '.') names.push(name)
  }
  return names.join('/')
}

function baseName(path: string): string {
  return (path.split('/').at(-1) ?? path).toLowerCase()
}

function withoutLeading(words: readonly string[], isLeading: (word: string) => boolean): string[] {
  const at = words.findIndex((word) => !isLeading(word))
  return at === -1 ? [] : words.slice(at)
}

function isAssignment(word: string): boolean {
  return /^[A-Za-z_]\w*=/.test(word)
}

function isOption(word: string): boolean {
  return word.startsWith('-') || isAssignment(word)
}
