import { describesWork } from '#lib/domain/review-task.ts'
import type { DraftValues } from './draft-form-values.ts'
import { rules } from './draft-values.ts'

export const wizardSteps = ['task', 'acceptance', 'verification', 'reward', 'review'] as const
export type WizardStep = (typeof wizardSteps)[number]
export type StepStatus = 'done' | 'todo' | 'optional'

type Field = { path: string; step: WizardStep }

const fields: Record<string, Field> = {
  title: { path: 'title', step: 'task' },
  instructions: { path: 'instructions', step: 'task' },
  base_branch: { path: 'baseBranch', step: 'task' },
  acceptance_criteria: { path: 'criteria', step: 'acceptance' },
  acceptance_files: { path: 'acceptance', step: 'acceptance' },
  sealed_evidence: { path: 'isEvidenceOpen', step: 'acceptance' },
  shares_failed_attempts: { path: 'sharesFailures', step: 'reward' },
  verification_commands: { path: 'commands', step: 'verification' },
  protected_paths: { path: 'protectedPaths', step: 'verification' },
  reward: { path: 'reward', step: 'reward' },
  verifier_fee: { path: 'verifierFee', step: 'reward' },
  verifiers: { path: 'verifiers', step: 'reward' },
  quorum: { path: 'quorum', step: 'reward' },
  max_attempts: { path: 'maxAttempts', step: 'reward' },
  silence_share_bps: { path: 'silenceShare', step: 'reward' },
  open_seconds: { path: 'openFor', step: 'reward' },
  work_seconds: { path: 'timeToWork', step: 'reward' },
  verification_seconds: { path: 'timeToVerify', step: 'reward' },
  publication: { path: 'isAutomatic', step: 'reward' },
}

const parts: Record<string, Record<string, string>> = {
  acceptance: { path: 'path', content: 'text', sealed: 'isSealed' },
  commands: { name: 'name', argv: 'line', expect: 'expect', report: 'report', expected_tests: 'expectedTests' },
}

/** The form's field that a JSON pointer of the service means; undefined for what is no field, such as the wallet. */
export function fieldOf(pointer: string): Field | undefined {
  const [, name = '', index, part = ''] = pointer.split('/')
  const field = fields[name]
  const list = field && parts[field.path]
  if (!field || !list || index === undefined) return field
  return { ...field, path: `${field.path}.${index}.${list[part] ?? Object.values(list)[0]}` }
}

export type StepFindings = { listed: number; isBlocked: boolean }

/** What the review lists about each step; what is about no field belongs to the review itself. */
export function findingsBySteps(
  findings: readonly { severity: 'blocking' | 'warning'; pointer: string }[],
): Partial<Record<WizardStep, StepFindings>> {
  const steps: Partial<Record<WizardStep, StepFindings>> = {}
  for (const { severity, pointer } of findings) {
    const step = fieldOf(pointer)?.step ?? 'review'
    const { listed, isBlocked } = steps[step] ?? { listed: 0, isBlocked: false }
    steps[step] = { listed: listed + 1, isBlocked: isBlocked || severity === 'blocking' }
  }
  return steps
}

/** Which steps are complete by what is typed; the last is, once the review stands behind it. */
export function stepStatuses(values: DraftValues, isReviewed: boolean): Record<WizardStep, StepStatus> {
  const isDone = (isComplete: boolean): StepStatus => (isComplete ? 'done' : 'todo')
  return {
    task: isDone(!rules.title(values.title) && isDescribed(values) && !rules.baseBranch(values.baseBranch)),
    acceptance: acceptanceStatus(values),
    verification: isDone(
      values.commands.length > 0 &&
        !rules.protectedPaths(values.protectedPaths) &&
        values.commands.every(({ name, line }) => !rules.commands.name(name) && !rules.commands.line(line)),
    ),
    reward: isDone(isPriced(values)),
    review: isDone(isReviewed),
  }
}

function isDescribed({ instructions, criteria }: DraftValues): boolean {
  return describesWork({ instructions, acceptanceCriteria: [criteria] })
}

function acceptanceStatus({ criteria, acceptance }: DraftValues): StepStatus {
  if (acceptance.some(({ path }) => rules.acceptance.path(path))) return 'todo'
  return criteria.trim() === '' && acceptance.length === 0 ? 'optional' : 'done'
}

function isPriced(values: DraftValues): boolean {
  return (
    !rules.reward(values.reward) &&
    !rules.verifierFee(values.verifierFee) &&
    !rules.openFor(values.openFor) &&
    !rules.timeToWork(values.timeToWork) &&
    !rules.timeToVerify(values.timeToVerify) &&
    !rules.verifiers(values.verifiers) &&
    !rules.maxAttempts(values.maxAttempts) &&
    !rules.quorum(values.quorum, values) &&
    !rules.silenceShare(values.silenceShare)
  )
}
