import type { Transaction } from '../../data/database.ts'
import { moveProbe, type ProbeRow } from '../../data/probes.ts'
import { maxProbeTries } from '../../domain/probe.ts'
import type { Context } from '../context.ts'
import { endProbe } from './end-probe.ts'

/** The runtime that was asked brings no report: another owner’s is asked once, then the probe is given up. */
export async function passOver(ctx: Context, tx: Transaction, probe: ProbeRow, reason: string): Promise<boolean> {
  if (probe.tries >= maxProbeTries) return endProbe(ctx, tx, probe, { to: 'NOBODY_FREE', reason })
  const passedOver = [...probe.passedOver, ...(probe.ownerUserId ? [probe.ownerUserId] : [])]
  return (await moveProbe(tx, probe, 'WAITING', { passedOver, agentId: null, ownerUserId: null })) !== undefined
}
