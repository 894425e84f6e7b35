import type { Transaction } from '../../data/database.ts'
import { lockDraftRow, moveDraft } from '../../data/drafts.ts'
import { recordEvent } from '../../data/events.ts'
import { listReports, moveProbe, type ProbeRow } from '../../data/probes.ts'
import { isBlocking } from '../../domain/finding.ts'
import type { ProbeReport } from '../../domain/probe.ts'
import { isProbeFinding, probeFindings, probeUnavailable } from '../../domain/probe-findings.ts'
import type { Context } from '../context.ts'

export type ProbeEnd = { to: 'ANSWERED'; report: ProbeReport } | { to: 'NOBODY_FREE' | 'ENDED'; reason: string }

/**
 * Ends a probe and, if its draft still waits for it, the review: READY when nothing blocks. False when the probe had
 * left the state that it is given in. The draft is locked first, as a review does.
 */
export async function endProbe(ctx: Context, tx: Transaction, probe: ProbeRow, end: ProbeEnd): Promise<boolean> {
  const { to, ...set } = end
  const draft = await lockDraftRow(tx, probe.draftId)
  const ended = await moveProbe(tx, probe, to, set)
  if (!ended) return false
  const { draftId, userId, digest } = ended
  const subject = { type: 'draft', id: draftId } as const
  const evidence = { probe: probe.id, state: to, ...(ended.agentId && { agent: ended.agentId }) }
  const event = { actor: ctx.actor, subject, userId, name: 'draft.probe_ended' as const, evidence }
  if (draft?.state !== 'DRAFT' || draft.version !== ended.draftVersion) {
    await recordEvent(tx, event)
    return true
  }
  const reports = (await listReports(tx, draftId, digest)).map(({ report }) => report)
  const found = probeFindings(reports, draft, { isSkipped: false })
  const missing = end.to === 'ANSWERED' ? [] : [probeUnavailable(end.reason)]
  const findings = [...draft.findings.filter((finding) => !isProbeFinding(finding)), ...found, ...missing]
  const cause = findings.some(isBlocking) ? 'review_blocked' : 'review_passed'
  const moved = await moveDraft(tx, draft, cause, { findings })
  await recordEvent(tx, { ...event, from: draft.state, to: moved?.state ?? draft.state })
  return true
}
