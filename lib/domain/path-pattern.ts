/**
 * Whether a path is protected. An entry without `*` protects its path, what is below it, and what would have to take the
 * place of a folder above it. In a pattern, `*` stands for letters of one name and `**` for any folders; it protects the
 * paths that it matches, what is below them, and the place of the folders that it names before its first `*`.
 */
export type Protector = (path: string) => boolean

/** As many entries as `protected_paths` takes. */
export const maxProtectedPaths = 200

/** In UTF-16 units. */
export const maxEntryLength = 300

type Entry = (folded: string) => boolean

/** One check for all entries; its time is bounded by the length of the entries times that of the path. */
export function protectorOf(entries: readonly string[]): Protector {
  const isHeld = foldedProtectorOf(entries)
  return (path) => isHeld(foldPath(path))
}

/** The same for paths that are folded already, where many paths meet many entries. */
export function foldedProtectorOf(entries: readonly string[]): Protector {
  const checks = entries.map(compile)
  return (path) => checks.some((isHeld) => isHeld(path))
}

/** As file systems compare names that tell neither cases nor normal forms apart. */
export function foldPath(path: string): string {
  return path.normalize('NFC').toLowerCase()
}

export function isPattern(entry: string): boolean {
  return entry.includes('*')
}

function compile(entry: string): Entry {
  const folded = foldPath(entry.replace(/\/+$/, ''))
  if (!isPattern(folded)) return (path) => isWithin(path, folded) || isWithin(folded, path)
  const names = folded.split('/').map((name) => (/^\*{2,}$/.test(name) ? '**' : name.replaceAll(/\*+/g, '*')))
  // What is below a match is protected anyway.
  while (names.length > 1 && names.at(-1) === '**') names.pop()
  const folder = names.slice(0, firstWildcard(names)).join('/')
  const isMatch = compilePattern(names)
  const literal = longestLiteral(names)
  return (path) => (path.includes(literal) && isMatch(path)) || isWithin(folder, path)
}

function firstWildcard(names: readonly string[]): number {
  const at = names.findIndex(isPattern)
  return at === -1 ? names.length : at
}

/** Letters that every match holds; they alone distinguish most paths. */
function longestLiteral(names: readonly string[]): string {
  const runs = names.join('/').split(/\/?\*\*\/?|\*/)
  return runs.reduce((longest, run) => (run.length > longest.length ? run : longest), '')
}

function isWithin(path: string, folder: string): boolean {
  return folder !== '' && (path === folder || path.startsWith(`${folder}/`))
}

const bits = 32

/**
 * A state machine that reads the path once, letter by letter. State `n` means that the first `n` letters of the pattern
 * were read, and many states are held at once, one bit for each, so that nothing is ever tried a second time.
 */
function compilePattern(names: readonly string[]): Entry {
  const letters: string[] = []
  const inName: number[] = []
  const inFolders: number[] = []
  for (const [at, name] of names.entries()) {
    if (name === '**') {
      inFolders.push(letters.length)
      continue
    }
    for (const letter of name.split('')) {
      if (letter === '*') inName.push(letters.length)
      else letters.push(letter)
    }
    if (at < names.length - 1) letters.push('/')
  }
  const words = Math.floor(letters.length / bits) + 1
  const toBits = (states: readonly number[]) => {
    const set = new Int32Array(words)
    for (const state of states)
      set[Math.floor(state / bits)] = (set[Math.floor(state / bits)] ?? 0) | (1 << (state % bits))
    return set
  }
  const byLetter = new Map<string, number[]>()
  for (const [at, letter] of letters.entries()) byLetter.set(letter, [...(byLetter.get(letter) ?? []), at])
  const machine: Machine = {
    advance: new Map([...byLetter].map(([letter, states]) => [letter, toBits(states)])),
    none: new Int32Array(words),
    inName: toBits(inName),
    inFolders: toBits(inFolders),
    atNameStart: toBits(inFolders.filter((state) => !inName.includes(state))),
    end: letters.length,
  }
  return (path) => isAccepted(machine, path)
}

type Machine = {
  /** The states that a letter leads on from. */
  advance: Map<string, Int32Array>
  none: Int32Array
  /** States that stay for any letter but a slash. */
  inName: Int32Array
  /** States that stay for any letter. */
  inFolders: Int32Array
  /** Those of them that are left only where a name begins. */
  atNameStart: Int32Array
  end: number
}

function isAccepted(machine: Machine, path: string): boolean {
  const { none, end } = machine
  let states = new Int32Array(none.length)
  let next = new Int32Array(none.length)
  states[0] = 1
  let isNameStart = true
  for (let at = 0; at <= path.length; at += 1) {
    const letter = path.charAt(at)
    const isNameEnd = letter === '' || letter === '/'
    if (isNameEnd && ((states[Math.floor(end / bits)] ?? 0) & (1 << (end % bits))) !== 0) return true
    step(machine, states, next, letter, isNameStart)
    ;[states, next] = [next, states]
    isNameStart = letter === '/'
  }
  return false
}

/** Writes into `next` the states that are held after one more letter. */
function step(machine: Machine, states: Int32Array, next: Int32Array, letter: string, isNameStart: boolean): void {
  const { none, inFolders } = machine
  const leaving = machine.advance.get(letter) ?? none
  const kept = isNameStart ? none : machine.atNameStart
  const inName = letter === '/' ? none : machine.inName
  let carry = 0
  for (let word = 0; word < none.length; word += 1) {
    const held = states[word] ?? 0
    const moved = held & ~(kept[word] ?? 0) & (leaving[word] ?? 0)
    const staying = held & ((inFolders[word] ?? 0) | (inName[word] ?? 0))
    next[word] = (moved << 1) | carry | staying
    carry = moved >>> (bits - 1)
  }
}
