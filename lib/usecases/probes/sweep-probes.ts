import { inTransaction } from '../../data/database.ts'
import { listProbesToSweep, type ProbeRow, type ProbeTrouble } from '../../data/probes.ts'
import { takeTurns } from '../../data/sweep-cursors.ts'
import type { Context } from '../context.ts'
import { sweepRows } from '../sweep-rows.ts'
import { drawProbe } from './draw-probe.ts'
import { endProbe } from './end-probe.ts'
import { passOver } from './pass-over.ts'
import { nobodyFree } from './plan-probe.ts'

/** How long after its next heartbeat a runtime may take to fetch what it was asked to do. */
const takeMarginSeconds = 10
const batch = 50

/** Moves every live probe on that waits for nobody any more, so that no review does. */
export async function sweepProbes(ctx: Context): Promise<void> {
  const takeSeconds = ctx.settings.heartbeatSeconds.idle + takeMarginSeconds
  const nameOf = ({ id }: ProbeRow) => id
  const due = await takeTurns(ctx.db, 'probes', {
    keyOf: nameOf,
    limit: batch,
    read: (after) => listProbesToSweep(ctx.db, { takeSeconds, after, limit: batch }),
  })
  await sweepRows(due, { nameOf, handle: ({ trouble, ...probe }) => move(ctx, probe, trouble) })
}

async function move(ctx: Context, probe: ProbeRow, trouble: ProbeTrouble): Promise<void> {
  if (trouble === 'unasked') return drawProbe(ctx, probe)
  await inTransaction(ctx.db, async (tx) => {
    if (trouble === 'runtime_lost') return passOver(ctx, tx, probe, 'The verifier that was asked did not answer.')
    if (trouble === 'draft_gone') return endProbe(ctx, tx, probe, { to: 'ENDED', reason: 'The draft was deleted.' })
    const reason = probe.state === 'ASKED' ? 'The verifier that was asked did not answer in time.' : nobodyFree
    return endProbe(ctx, tx, probe, { to: 'NOBODY_FREE', reason })
  })
}
