const maxDepth = 4

type Scripts = Readonly<Record<string, string>>

/**
 * The programs that a command runs one after the other, each only when the one before has passed: scripts of the
 * manifest and `sh -c` are taken apart. Undefined where the exit code may be another than that of the programs.
 */
export function programsOf(argv: readonly string[], scripts: Scripts, depth = 0): string[][] | undefined {
  if (depth > maxDepth) return undefined
  const words = withoutEnvironment(argv)
  const [program = '', first = '', ...rest] = words
  const name = program.split('/').at(-1) ?? ''
  if (/^(npm|pnpm|yarn)$/.test(name)) {
    const script = scriptOf(name, words.slice(1), scripts)
    return script === undefined ? undefined : programsOfScript(script, scripts, depth)
  }
  if (/^(npx|bunx)$/.test(name)) {
    const from = words.findIndex((word, at) => at > 0 && !word.startsWith('-'))
    return from === -1 ? undefined : programsOf(words.slice(from), scripts, depth + 1)
  }
  if (/^(sh|bash|dash)$/.test(name) && /^-[eux]*c$/.test(first) && rest.length === 1)
    return programsOfScript(rest[0] ?? '', scripts, depth)
  return [words]
}

function withoutEnvironment(argv: readonly string[]): string[] {
  const isEnv = /(^|\/)(env|cross-env)$/.test(argv[0] ?? '')
  const from = argv.findIndex((word, at) => (at > 0 || !isEnv) && !/^[A-Za-z_]\w*=/.test(word))
  return from === -1 ? [] : argv.slice(from)
}

/** The text that a package manager runs, with what the command adds to it. */
function scriptOf(manager: string, words: readonly string[], scripts: Scripts): string | undefined {
  const plain = words.filter((word) => !/^(-s|--silent|--quiet)$/.test(word))
  const name = /^(run|run-script)$/.test(plain[0] ?? '') ? plain[1] : plain[0] === 't' ? 'test' : plain[0]
  const isKnown = name === 'test' || /^run/.test(plain[0] ?? '') || manager !== 'npm'
  const script = name === undefined || !isKnown ? undefined : scripts[name]
  if (script === undefined) return undefined
  const at = plain.indexOf('--')
  return at === -1
    ? script
    : `${script} ${plain
        .slice(at + 1)
        .map(quoted)
        .join(' ')}`
}

function quoted(word: string): string {
  return /^[\w./:=-]+$/.test(word) ? word : `'${word}'`
}

/** A chain of `&&` alone: with anything else of a shell the exit code is not known to be that of its programs. */
function programsOfScript(script: string, scripts: Scripts, depth: number): string[][] | undefined {
  const chain = script.split('&&').map(wordsOf)
  if (chain.some((words) => words === undefined || words.length === 0)) return undefined
  const programs = chain.map((words) => programsOf(words ?? [], scripts, depth + 1))
  return programs.includes(undefined) ? undefined : programs.flatMap((one) => one ?? [])
}

function wordsOf(text: string): string[] | undefined {
  const outside = text.replace(/'[^']*'|"[^"$`\\]*"/g, '')
  if (/[;|&<>`$()'"\\\n#]/.test(outside)) return undefined
  return [...text.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"]+)+/g)].map(([word]) =>
    word.replace(/'([^']*)'|"([^"]*)"/g, (_, single?: string, double?: string) => single ?? double ?? ''),
  )
}
