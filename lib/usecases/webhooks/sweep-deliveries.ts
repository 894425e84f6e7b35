import { saveSweepPosition, takeSweep } from '../../data/sweep-cursors.ts'
import { listKnownDeliveries } from '../../data/webhook-inbox.ts'
import type { AppLog, LoggedDelivery } from '../../ports/app-log.ts'
import type { Services } from '../context.ts'

const sweep = 'github-deliveries'
/** The host keeps its log, and delivers again, for three days. */
const keptMs = 3 * 24 * 3_600_000
const overlapMs = 5 * 60_000
const pagesMax = 200
const perRun = 50
const attemptsMax = 8

type Missing = { last: LoggedDelivery; first: Date; attempts: number }

/**
 * Has the host deliver again what it logged as failed and what never came here: at most 50 per run, each after a pause
 * that doubles, eight times in all. Its position never passes a delivery that may still be had. Returns how many were
 * asked for, or undefined while it is not this sweep's turn.
 */
export async function sweepDeliveries(
  ctx: Pick<Services, 'db'>,
  log: AppLog,
  everySeconds: number,
): Promise<number | undefined> {
  const position = await takeSweep(ctx.db, sweep, everySeconds)
  if (position === undefined) return undefined
  const startedAt = new Date()
  const since = Math.max(position === '' ? 0 : Date.parse(position) - overlapMs, startedAt.getTime() - keptMs)
  const missing = await findMissing(ctx, await readLog(log, since))
  const due = missing.filter((one) => isDue(one, everySeconds, startedAt)).slice(0, perRun)
  const lost = new Set<string>()
  for (const { last } of due) if (!(await log.redeliver(last.id))) lost.add(last.guid)

  const [oldest] = missing.filter(({ last }) => !lost.has(last.guid))
  await saveSweepPosition(ctx.db, sweep, (oldest?.first ?? startedAt).toISOString())
  return due.length - lost.size
}

async function readLog(log: AppLog, since: number): Promise<LoggedDelivery[]> {
  const read: LoggedDelivery[] = []
  let cursor: string | null = null
  for (let page = 0; page < pagesMax; page += 1) {
    const { deliveries, next } = await log.deliveries(cursor)
    read.push(...deliveries.filter((delivery) => delivery.deliveredAt.getTime() >= since))
    const last = deliveries.at(-1)
    if (!next || !last || last.deliveredAt.getTime() < since) break
    cursor = next
  }
  return read
}

/**
 * What no attempt brought here and is not given up, the oldest first. The position stays before the first attempt of
 * whatever may still be had, so attempts whose first one is out of sight were given up.
 */
async function findMissing(ctx: Pick<Services, 'db'>, read: LoggedDelivery[]): Promise<Missing[]> {
  const failed = [...Map.groupBy(read, (delivery) => delivery.guid)].filter(
    ([, attempts]) =>
      attempts.length < attemptsMax &&
      attempts.some((attempt) => !attempt.isRedelivery) &&
      !attempts.some((attempt) => attempt.isAccepted),
  )
  const known = await listKnownDeliveries(
    ctx.db,
    'github',
    failed.map(([guid]) => guid),
  )
  return failed
    .filter(([guid]) => !known.has(guid))
    .flatMap(([, attempts]): Missing[] => {
      const [last, first] = [attempts[0], attempts.at(-1)]
      return last && first ? [{ last, first: first.deliveredAt, attempts: attempts.length }] : []
    })
    .sort((a, b) => a.first.getTime() - b.first.getTime())
}

function isDue({ last, attempts }: Missing, everySeconds: number, now: Date): boolean {
  const pauseMs = attempts === 1 ? 0 : everySeconds * 1_000 * 2 ** (attempts - 2)
  return now.getTime() - last.deliveredAt.getTime() >= pauseMs
}
