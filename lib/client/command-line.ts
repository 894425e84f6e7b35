import { isShellOperator } from '../domain/review-task.ts'

/** The arguments of a command as one line of text; those with spaces or quotes, and operators of a shell, are quoted. */
export function joinCommand(argv: readonly string[]): string {
  return argv
    .map((part) => (/^[^\s'"]+$/.test(part) && !isShellOperator(part) ? part : `"${part.replace(/["\\]/g, '\\$&')}"`))
    .join(' ')
}

const closedQuotes = /"((?:\\.|[^"\\])*)"|'([^']*)'/gs

/** The arguments that such a line means; quotes group, a backslash inside double quotes takes the next character as it is. */
export function splitCommand(line: string): string[] {
  return wordsOf(line).map((word) =>
    word.replace(closedQuotes, (_, double: string | undefined, single: string | undefined) =>
      double === undefined ? (single ?? '') : double.replace(/\\(.)/gs, '$1'),
    ),
  )
}

export type CommandLineProblem = { kind: 'unclosed' } | { kind: 'operator'; word: string }

/** Why a line does not run as it reads: a quote that never ends, or an operator that only a shell knows. */
export function commandLineProblem(line: string): CommandLineProblem | undefined {
  if (/["']/.test(line.replace(closedQuotes, ''))) return { kind: 'unclosed' }
  const word = wordsOf(line).find(isShellOperator)
  return word === undefined ? undefined : { kind: 'operator', word }
}

function wordsOf(line: string): string[] {
  return line.match(/(?:"(?:\\.|[^"\\])*"|'[^']*'|[^\s'"])+/gs) ?? []
}
