import type { VerdictCode } from './verdict-rules.ts'

/** What a verifier answers when what the client gave it cannot decide, whatever was delivered. */
export const clientsCauses = [
  'base_passes',
  'rerun_differs',
  'program_missing',
  'out_of_time',
  'repository_unreachable',
  'sealed_differs',
] as const satisfies readonly VerdictCode[]

const causes: Record<(typeof clientsCauses)[number], string> = {
  base_passes: 'a command that must fail without the work passes without it',
  rerun_differs: 'without the work, a command names its tests in one run of two',
  program_missing: 'a command cannot be started',
  out_of_time: 'the commands take longer than verifiers have',
  repository_unreachable: 'the repository could not be read',
  sealed_differs: 'a sealed file is not the one that was committed to',
}

type Answers = readonly { evidence: Record<string, unknown> | null }[]

/**
 * What verifiers found who could not decide because of what the client gave them. Undefined for fewer than a quorum of
 * them: one verifier alone blames nobody.
 */
export function clientFault(answers: Answers, quorum: number): string | undefined {
  if (!isClientAtFault(answers, quorum)) return undefined
  const found = clientsCauses.filter((code) => answers.some(({ evidence }) => evidence?.code === code))
  return found.map((code) => causes[code]).join(', and ')
}

/** Whether as many verifiers as decide on a result found that what the client gave them cannot decide on any. */
export function isClientAtFault(answers: Answers, quorum: number): boolean {
  const codes: readonly unknown[] = clientsCauses
  return answers.filter(({ evidence }) => codes.includes(evidence?.code)).length >= quorum
}
