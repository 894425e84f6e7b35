import type { DraftRow } from '#lib/data/drafts.ts'
import { type AnsweredProbe, findNewestProbe, listReports, type ProbeRow } from '#lib/data/probes.ts'
import { probeMaterial } from '#lib/domain/probe.ts'
import type { Context } from '../context.ts'

export type ProbeView = {
  newest: ProbeRow
  /** On the content that the newest probe is about. */
  reports: AnsweredProbe[]
  /** Whether the draft and its base commit are what was probed. */
  isCurrent: boolean
}

/** What is known from probes of a draft; null when there was none, or only some that came to nothing. */
export async function readProbe(ctx: Context, draft: DraftRow): Promise<ProbeView | null> {
  const newest = await findNewestProbe(ctx.db, draft.id)
  if (!newest) return null
  const reports = await listReports(ctx.db, draft.id, newest.digest)
  if (newest.state === 'ENDED' && reports.length === 0) return null
  const { baseCommit } = draft
  const isCurrent = baseCommit !== null && ctx.chain.commit(probeMaterial(draft, baseCommit)) === newest.digest
  return { newest, reports, isCurrent }
}
