import type { VerdictCode } from './verdict-rules.ts'

/** What a verifier answers when the client's own commands cannot decide, whatever was delivered. */
export const commandsAtFault = [
  'base_passes',
  'rerun_differs',
  'program_missing',
] as const satisfies readonly VerdictCode[]

/** Whether as many verifiers as decide on a result found that the client's commands cannot decide on any. */
export function areCommandsAtFault(
  answers: readonly { evidence: Record<string, unknown> | null }[],
  quorum: number,
): boolean {
  const codes: readonly unknown[] = commandsAtFault
  return answers.filter(({ evidence }) => codes.includes(evidence?.code)).length >= quorum
}
