import { Failure } from '../../domain/failure.ts'
import { type Reason, toReasonText } from '../../domain/readiness.ts'
import type { Readiness } from './read-readiness.ts'

/** Who asks: an operator about everything, or a load balancer about the pages of this program. */
export type ReadinessQuestion = 'everything' | 'traffic'

/** What is known while the service is ready, with the reasons that do not count for this question; throws with those that do. */
export function requireReady(
  { reasons, facts }: Readiness,
  question: ReadinessQuestion,
): { facts: NonNullable<Readiness['facts']>; concerns: Reason[] } {
  const counts = (reason: Reason) => question === 'everything' || reason.stops === 'pages'
  const counted = reasons.filter(counts)
  if (counted.length > 0 || !facts) throw notReady(counted, facts)
  return { facts, concerns: reasons.filter((reason) => !counts(reason)) }
}

/** An indexer that reads nothing may lack its worker: only a halt is of the chain's making. */
function notReady(reasons: readonly Reason[], facts: Readiness['facts']): Failure {
  const [first] = reasons
  const isOfChain = first?.part === 'chain' || (first?.part === 'indexer' && facts?.state.halted != null)
  const code = isOfChain ? 'chain_unavailable' : 'unavailable'
  const detail = reasons.map((reason) => reason.detail).join(' ')
  return new Failure(code, detail, { reasons: reasons.map(toReasonText), retryAfterSeconds: 5 })
}
