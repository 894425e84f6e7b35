import type { DraftContent } from './document.ts'
import type { Finding } from './finding.ts'
import { blocking, warning } from './review.ts'

type TaskText = Pick<DraftContent, 'instructions' | 'acceptanceCriteria'>

/** Whether a draft says anything about the work besides its title. */
export function describesWork({ instructions, acceptanceCriteria }: TaskText): boolean {
  return [instructions, ...acceptanceCriteria].some((text) => text.trim() !== '')
}

/** What stands against a task that says nothing of the work, and words of commands that only a shell would read. */
export function reviewTask(content: TaskText & Pick<DraftContent, 'verificationCommands'>): Finding[] {
  const findings: Finding[] = []
  if (!describesWork(content)) {
    const message = 'The task has neither instructions nor acceptance criteria, so a worker has only its title.'
    const next = 'Write what the agent should do, or what must hold afterwards.'
    findings.push(blocking('task_empty', '/instructions', message, next))
  }
  for (const [at, { name, argv }] of content.verificationCommands.entries()) {
    const word = argv.find(isShellOperator)
    if (word === undefined || takesOperators(argv)) continue
    const message = `“${name}” runs without a shell, so its program gets “${word}” as an argument.`
    const next = 'Add a second command, or let sh -c run the line.'
    findings.push(warning('shell_operator', `/verification_commands/${at}/argv`, message, next))
  }
  return findings
}

/** Whether a word joins, redirects or ends commands where a shell reads it unquoted. */
export function isShellOperator(word: string): boolean {
  return /^(?:\|{1,2}&?|&{1,2}|;|\d?(?:>{1,2}|<{1,3})(?:&\d)?)$/.test(word)
}

/** `find -exec … ;`, `expr 2 > 1` and `test a = b` take such words as arguments. */
function takesOperators([program = '']: readonly string[]): boolean {
  return /(?:^|\/)(?:find|expr|test|\[)$/.test(program)
}
