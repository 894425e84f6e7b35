import type { Finding } from './finding.ts'
import { blocking } from './review.ts'
import { type Scripts, type SimpleCommand, simpleCommands, usesScripts } from './simple-commands.ts'
import type { VerificationCommand } from './verification-command.ts'

/** Says of commands that run nothing of the repository that no result can be judged by them. */
export function reviewCommands(commands: readonly VerificationCommand[], scripts: Scripts): Finding[] {
  return commands.flatMap(({ name, argv }, at) => {
    const pointer = `/verification_commands/${at}/argv`
    if (neverPasses(argv)) {
      const message = `“${name}” ends with a failure whatever it ran, so no result can pass.`
      return [blocking('command_proves_nothing', pointer, message, 'Let it end with the exit code of its tests.')]
    }
    if (!provesNothing(argv, scripts)) return []
    const message = `“${name}” runs no file and no test of the repository, so it says nothing about a result.`
    const next = 'Let it run the tests, as node --test, pytest or npm test with a script that runs tests.'
    return [blocking('command_proves_nothing', pointer, message, next)]
  })
}

/** A shell whose last command is an exit with another code than 0, which nothing before it can forestall. */
function neverPasses([shell = '', option = '', script = '']: readonly string[]): boolean {
  if (!/(^|\/)(ba|da|z)?sh$/.test(shell) || !/^-\w*c$/.test(option)) return false
  const [, before = ''] = /^([\s\S]*[;\n])\s*exit\s+[1-9]\d*\s*;?\s*$/.exec(script) ?? []
  return before !== '' && !/\b(exit|exec|source|eval|trap|kill)\b|(^|[;&|\s])\.\s/.test(before)
}

const idle = new Set(['true', 'false', ':', 'sleep', 'exit', 'echo', 'printf', 'return', 'wait', 'date', 'pwd'])
const starters = new Set(['env', 'time', 'nice', 'exec', 'nohup', 'timeout'])
/** A shell may put what other programs print, or what a file holds, in the place of this. */
const substitution = /[`<]|\$\{?[A-Za-z_]/

/** Whether a command answers the same whatever the repository holds. */
export function provesNothing(argv: readonly string[], scripts: Scripts): boolean {
  if (isIdleCode(argv)) return true
  const commands = simpleCommands(argv, scripts)
  if (commands.length === 0) return /(^|\/)(ba|da|z)?sh$/.test(argv[0] ?? '')
  if (commands.some(({ words }) => words.some((word) => substitution.test(word)))) return false
  if (argv.some((word) => substitution.test(word))) return false
  const [first, ...more] = commands.filter((command) => !usesScripts(command))
  return first !== undefined && [first, ...more].every(isIdle)
}

/** A line of code that names no file and loads nothing but assertions. */
function isIdleCode([program = '', option = '', code = '']: readonly string[]): boolean {
  if (/(^|\/)node$/.test(program) && /^(-e|-p|-pe|--eval|--print)$/.test(option))
    return !/\bimport\b|\brequire\((?!\s*['"`](node:)?assert(\/strict)?['"`])|process\.(cwd|chdir|binding|getBuiltinModule)/.test(
      code,
    )
  return /(^|\/)python[\d.]*$/.test(program) && option === '-c' && !/\bimport\b|\bopen\(|__import__|\bexec\b/.test(code)
}

function isIdle({ words }: SimpleCommand): boolean {
  const [program = '', ...rest] = words[0] === '!' ? words.slice(1) : words
  const name = program.replace(/^\/(usr\/)?bin\//, '')
  if (idle.has(name) || (starters.has(name) && rest.length === 0)) return true
  return rest.length === 1 && /^[\w.]+$/.test(name) && /^--(version|help)$/.test(rest[0] ?? '')
}
