import type { VerdictCode } from './verdict-rules.ts'

/** What a verifier answers when the client's own commands cannot decide, whatever was delivered. */
export const commandsAtFault = [
  'base_passes',
  'rerun_differs',
  'program_missing',
] as const satisfies readonly VerdictCode[]

const causes: Record<(typeof commandsAtFault)[number], string> = {
  base_passes: 'a command that must fail without the work passes without it',
  rerun_differs: 'without the work, a command names its tests in one run of two',
  program_missing: 'a command cannot be started',
}

/** What those verifiers found who could not decide because of the client's commands; undefined for other answers. */
export function commandFault(answers: readonly { evidence: Record<string, unknown> | null }[]): string | undefined {
  const found = commandsAtFault.filter((code) => answers.some(({ evidence }) => evidence?.code === code))
  return found.length > 0 ? found.map((code) => causes[code]).join(', and ') : undefined
}

/** Whether as many verifiers as decide on a result found that the client's commands cannot decide on any. */
export function areCommandsAtFault(
  answers: readonly { evidence: Record<string, unknown> | null }[],
  quorum: number,
): boolean {
  const codes: readonly unknown[] = commandsAtFault
  return answers.filter(({ evidence }) => codes.includes(evidence?.code)).length >= quorum
}
