import { budgetOf, toMoney } from '#lib/domain/money.ts'
import { parsePercent } from '#lib/domain/percent.ts'
import type { DraftValues, Total, TypedTerms } from './draft-form-values.ts'
import { countOf, rules, unitsOf } from './draft-values.ts'

/** What is typed as terms, while every number of it can be read. */
export function typedTerms(values: DraftValues): TypedTerms | undefined {
  const { verifiers, maxAttempts } = values
  const quorum = countOf(values.quorum)
  const [reward, fee] = [unitsOf(values.reward), unitsOf(values.verifierFee)]
  const share = parsePercent(values.silenceShare)
  const isCounted = !rules.verifiers(verifiers) && !rules.maxAttempts(maxAttempts) && Number.isInteger(quorum)
  if (reward === undefined || fee === undefined || share === undefined || !isCounted) return undefined
  const counts = { verifiers: countOf(verifiers), max_attempts: countOf(maxAttempts), quorum }
  return { reward: toMoney(reward), verifier_fee: toMoney(fee), ...counts, silence_share_bps: share }
}

/** What typed terms lock, and what of it returns at least when the first attempt passes. */
export function totalOf(values: DraftValues): Total | undefined {
  const [verifiers, maxAttempts] = [countOf(values.verifiers), countOf(values.maxAttempts)]
  const [reward, fee] = [unitsOf(values.reward), unitsOf(values.verifierFee)]
  if (reward === undefined || fee === undefined || !typedTerms(values)) return undefined
  const locked = budgetOf({ reward, verifierFee: fee, verifiers, maxAttempts })
  return { locked, fees: locked - reward, fee, reward, unused: fee * BigInt(verifiers) * BigInt(maxAttempts - 1) }
}
