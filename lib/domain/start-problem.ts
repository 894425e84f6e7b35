import type { ProbedCommand } from './probe.ts'

type Sign = [RegExp, (found: string) => string]

/** What well-known programs print when what they should run is missing, with what it means. */
const signs: readonly Sign[] = [
  [/^npm (?:error|ERR!) Missing script: "?([^"\n]+)"?/m, (name) => `package.json has no script ${name}.`],
  [/^Could not find '([^'\n]+)'$/m, (path) => `the repository has no file ${path}.`],
  [/\/python[\d.]*: No module named ([\w.]+)/, (name) => `Python has no module ${name}.`],
  [/Cannot find package '([^'\n]+)' imported from/, (name) => `the package ${name} is not installed.`],
  [/could not determine executable to run/, () => 'npx finds no such program.'],
  [/^make: \*\*\* No rule to make target [`'‘]([^'’\n]+)['’]/m, (name) => `make has no rule for ${name}.`],
  [/^npm (?:error|ERR!) [^\n]*ENOENT[^\n]*package\.json/m, () => 'there is no package.json.'],
  [/^npm (?:error|ERR!) code (?:EAI_AGAIN|ENOTFOUND|ENOTCACHED)/m, () => 'it needs the network.'],
  [
    /^(?:fatal|warning|error): not a git repository/im,
    () => 'it needs the history of the repository, and commands run on its files alone.',
  ],
  [/^ERROR: (?:file or directory )?not found: (\S+)/m, (path) => `the repository has no file ${path}.`],
]
/** Only with the exit code of a shell that found no program. */
const missingProgram: Sign = [
  /(?:^|: )([\w./@-]+): (?:command )?not found$/m,
  (name) => `the program ${name} is missing.`,
]
/** Only about what the command itself names, since a test may look for other files. */
const missingFile =
  /(?:Cannot find module '|can't open file '|[Cc]an(?:no|')t open |bash: )([^'\s:]+)(?:'|:|$)(?:[^\n]*No such file)?/

/**
 * Why a command that failed did not even start, or undefined for one that ran. A program that fails because the work
 * is not done yet is distinguished from one that is not there.
 */
export function startProblem(
  { runs, output_tail: output }: Pick<ProbedCommand, 'runs' | 'output_tail'>,
  argv: readonly string[],
): string | undefined {
  const code = runs[0]?.exit_code
  if (code === 126) return `the program ${argv[0]} cannot be executed.`
  const [sign, describe] = signs.find(([pattern]) => pattern.test(output)) ?? missingProgram
  const [, found] = sign.exec(output) ?? []
  const isShellSign = sign === missingProgram[0]
  if (found !== undefined && (!isShellSign || code === 127)) return describe(found)
  if (!isShellSign) return describe('')
  const [, path] = missingFile.exec(output) ?? []
  const named = argv.find((word) => path !== undefined && `/${path}`.endsWith(`/${word.replace(/^\.\//, '')}`))
  if (named !== undefined) return `the repository has no file ${named}.`
  return code === 127 ? `the program ${argv[0]} is missing.` : undefined
}
