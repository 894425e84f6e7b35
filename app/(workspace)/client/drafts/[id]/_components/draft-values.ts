import { commonText } from '#app/_text/common.ts'
import { draftText } from '#app/_text/drafts.ts'
import { wizardText } from '#app/_text/wizard.ts'
import type { CallInput } from '#lib/client/api.ts'
import { commandLineProblem, joinCommand, splitCommand } from '#lib/client/command-line.ts'
import { amountText, currency, maxAmount, parseAmount } from '#lib/domain/money.ts'
import { oneLineProblem } from '#lib/domain/one-line.ts'
import { pathProblem } from '#lib/domain/path-policy.ts'
import { parsePercent, percentText } from '#lib/domain/percent.ts'
import { protectedPathProblem } from '#lib/domain/protected-path.ts'
import { toAcceptanceFile, toAcceptanceValues } from './acceptance-values.ts'
import type { Draft } from './draft.ts'
import type { DraftValues } from './draft-form-values.ts'
import { durationRule, secondsOf, toDuration } from './duration.ts'

export function toValues(draft: Draft): DraftValues {
  return {
    title: draft.title,
    instructions: draft.instructions,
    criteria: draft.acceptance_criteria.join('\n'),
    commands: draft.verification_commands.map(({ name, argv, expect, report, expected_tests = [] }, index) => ({
      key: `${draft.version}-${index}`,
      name,
      line: joinCommand(argv),
      expect,
      report: report ?? 'auto',
      expectedTests: expected_tests.join('\n'),
    })),
    protectedPaths: draft.protected_paths.join('\n'),
    acceptance: draft.acceptance_files.map((file, index) => toAcceptanceValues(file, `${draft.version}-${index}`)),
    isEvidenceOpen: draft.sealed_evidence === 'full',
    sharesFailures: draft.shares_failed_attempts,
    isAutomatic: draft.publication === 'automatic',
    baseBranch: draft.base_branch,
    reward: trimAmount(draft.reward.amount),
    verifierFee: trimAmount(draft.verifier_fee.amount),
    verifiers: String(draft.verifiers),
    quorum: String(draft.quorum),
    maxAttempts: String(draft.max_attempts),
    silenceShare: percentText(draft.silence_share_bps),
    openFor: toDuration(draft.open_seconds),
    timeToWork: toDuration(draft.work_seconds),
    timeToVerify: toDuration(draft.verification_seconds),
  }
}

/** What is stored, in the rows that are shown: a row that is drawn again after a save would lose the focus. */
export function inRowsOf(shown: DraftValues, stored: DraftValues): DraftValues {
  return {
    ...stored,
    commands: withKeysOf(shown.commands, stored.commands),
    acceptance: withKeysOf(shown.acceptance, stored.acceptance),
  }
}

function withKeysOf<Row extends { key: string }>(shown: Row[], stored: Row[]): Row[] {
  if (shown.length !== stored.length) return stored
  return stored.map((row, index) => ({ ...row, key: shown[index]?.key ?? row.key }))
}

/** Without zeros that say nothing. */
function trimAmount(amount: string): string {
  return amount.replace(/\.?0+$/, (zeros) => (amount.includes('.') ? '' : zeros))
}

export function toBody(values: DraftValues): NonNullable<CallInput<'updateDraft'>['body']> {
  return {
    title: values.title,
    instructions: values.instructions,
    acceptance_criteria: linesOf(values.criteria),
    verification_commands: values.commands.map(({ name, line, expect, report, expectedTests }) => ({
      name: name.trim(),
      argv: splitCommand(line),
      expect,
      ...(report !== 'auto' && { report }),
      expected_tests: report === 'none' ? [] : linesOf(expectedTests),
    })),
    protected_paths: linesOf(values.protectedPaths),
    acceptance_files: values.acceptance.map(toAcceptanceFile),
    sealed_evidence: values.isEvidenceOpen ? 'full' : 'outcome',
    shares_failed_attempts: values.sharesFailures && countOf(values.maxAttempts) > 1,
    publication: values.isAutomatic ? 'automatic' : 'on_request',
    base_branch: values.baseBranch.trim(),
    reward: { amount: values.reward.trim(), currency },
    verifier_fee: { amount: values.verifierFee.trim(), currency },
    verifiers: countOf(values.verifiers),
    quorum: countOf(values.quorum),
    max_attempts: countOf(values.maxAttempts),
    silence_share_bps: parsePercent(values.silenceShare),
    open_seconds: secondsOf(values.openFor),
    work_seconds: secondsOf(values.timeToWork),
    verification_seconds: secondsOf(values.timeToVerify),
  }
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
}

/** Base units of a typed amount; undefined while it is not one. */
export function unitsOf(amount: string): bigint | undefined {
  try {
    return parseAmount(amount.trim())
  } catch {
    return undefined
  }
}

/** The number that is typed in digits alone, or NaN. */
export function countOf(typed: string): number {
  return /^\d+$/.test(typed.trim()) ? Number(typed) : Number.NaN
}

const shownProblems = 5

function amountRule(amount: string): string | null {
  const units = unitsOf(amount)
  if (units === undefined) return draftText.amountError
  return units > maxAmount ? draftText.amountTooLarge(amountText(maxAmount)) : null
}

const rewardRule = (amount: string) => ((unitsOf(amount) ?? 0n) === 0n ? draftText.rewardError : amountRule(amount))

function lineRule(line: string): string | null {
  if (splitCommand(line).length === 0) return draftText.commandError
  const problem = commandLineProblem(line)
  if (!problem) return null
  return problem.kind === 'unclosed' ? draftText.quoteError : draftText.operatorError(problem.word)
}

function countRule(most: number) {
  return (typed: string) => (countOf(typed) >= 1 && countOf(typed) <= most ? null : draftText.countError(most))
}

function quorumRule(typed: string, { verifiers }: Pick<DraftValues, 'verifiers'>): string | null {
  const [quorum, all] = [countOf(typed), countOf(verifiers)]
  return quorum <= all && 2 * quorum > all ? null : wizardText.quorumError
}

/** What the escrow allows: `MAX_OPEN` and `MAX_WINDOW`. */
const daysMax = { open: 180, window: 30 }

/** Every entry that is refused, one a line. */
function pathsRule(lines: string): string | null {
  const problems = linesOf(lines).flatMap((entry) => protectedPathProblem(entry) ?? [])
  const more = problems.length - shownProblems
  const shown = [...problems.slice(0, shownProblems), ...(more > 0 ? [draftText.moreProblems(more)] : [])]
  return shown.join('\n') || null
}

/** What can be said about the form before it is sent; the service decides the rest. */
export const rules = {
  title: (title: string) => (title.trim().length < 3 ? draftText.titleError : (oneLineProblem(title.trim()) ?? null)),
  baseBranch: (branch: string) => (branch.trim() ? null : draftText.branchError),
  reward: rewardRule,
  verifierFee: amountRule,
  silenceShare: (share: string) => (parsePercent(share) === undefined ? commonText.percentError : null),
  verifiers: countRule(7),
  maxAttempts: countRule(5),
  openFor: durationRule(daysMax.open),
  timeToWork: durationRule(daysMax.window),
  timeToVerify: durationRule(daysMax.window),
  quorum: quorumRule,
  commands: {
    name: (name: string) => (name.trim() ? null : draftText.commandError),
    line: lineRule,
  },
  protectedPaths: pathsRule,
  acceptance: {
    path: (path: string) => pathProblem(path.trim()) ?? null,
  },
}
