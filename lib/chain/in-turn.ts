import { setTimeout as wait } from 'node:timers/promises'

/** For so long the first ones are waited for before the next one is asked as well. */
const patienceMs = 1_500

/**
 * Asks one after the other: the next when one failed, has not answered for a while, or all answered and it was not enough.
 * Once all were asked, each of them is asked a second time: one that has not answered yet since it may have lost the
 * request, and one that failed where `mayPass` says that it may answer now. `take` is given each answer as it comes, and
 * ends the asking by returning something; undefined when none was enough.
 */
export async function inTurn<Asked, Answer, Found>(
  all: readonly Asked[],
  { atFirst, ask, take, late, mayPass = () => false }: Asking<Asked, Answer, Found>,
): Promise<Found | undefined> {
  const left = [...all]
  const { underWay, begin, beginAgain } = openAsking(ask)
  const failed: Asked[] = []
  for (const one of left.splice(0, atFirst)) begin(one)
  while (underWay.size > 0) {
    const ended = await nextOf(underWay)
    if (ended) underWay.delete(ended.one)
    else for (const one of underWay.keys()) late(one)
    const found = ended && take(ended.one, ended.outcome)
    if (found !== undefined) return found
    if (ended?.outcome.status === 'rejected' && mayPass(ended.outcome.reason)) failed.push(ended.one)
    if (ended?.outcome.status === 'fulfilled' && underWay.size > 0) continue
    const [next] = left.splice(0, 1)
    if (next !== undefined) begin(next)
    else if (!ended || underWay.size === 0) beginAgain([...underWay.keys(), ...failed])
  }
  return undefined
}

type Ended<Asked, Answer> = { one: Asked; outcome: PromiseSettledResult<Answer> }
type UnderWayOf<Asked, Answer> = Map<Asked, Promise<Ended<Asked, Answer>>>

/** What of this ends within a while; nothing when none does. */
async function nextOf<Asked, Answer>(underWay: UnderWayOf<Asked, Answer>): Promise<Ended<Asked, Answer> | undefined> {
  const stop = new AbortController()
  const tooLong = wait(patienceMs, undefined, { signal: stop.signal, ref: false }).catch(() => undefined)
  const ended = await Promise.race([...underWay.values(), tooLong])
  stop.abort()
  return ended
}

/** Keeps what was asked and has not ended; who is asked again while under way ends with the first of both answers. */
function openAsking<Asked, Answer>(ask: (one: Asked) => Promise<Answer>) {
  const underWay: UnderWayOf<Asked, Answer> = new Map()
  const answers = new Map<Asked, Promise<Answer>>()
  const again = new Set<Asked>()
  const begin = (one: Asked) => {
    const before = underWay.has(one) ? answers.get(one) : undefined
    const answer = before ? firstOf([before, ask(one)]) : ask(one)
    answers.set(one, answer)
    underWay.set(
      one,
      Promise.allSettled([answer]).then(([outcome]) => ({ one, outcome })),
    )
  }
  const beginAgain = (ones: readonly Asked[]) => {
    for (const one of ones.filter((each) => !again.has(each))) {
      again.add(one)
      begin(one)
    }
  }
  return { underWay, begin, beginAgain }
}

/** The first answer; the newest failure when none answers. */
function firstOf<Answer>(answers: readonly Promise<Answer>[]): Promise<Answer> {
  return Promise.any(answers).catch((error: AggregateError) => {
    throw error.errors.at(-1)
  })
}

type Asking<Asked, Answer, Found> = {
  atFirst: number
  ask: (one: Asked) => Promise<Answer>
  take: Take<Asked, Answer, Found>
  /** Called with each that was waited for when the next one was asked. */
  late: (one: Asked) => void
  mayPass?: (reason: unknown) => boolean
}

type Take<Asked, Answer, Found> = (one: Asked, outcome: PromiseSettledResult<Answer>) => Found | undefined

/** How the asking of one ended; it has no outcome while it is under way. */
export type Reading<Asked, Answer> = { one: Asked; outcome: PromiseSettledResult<Answer> | undefined }

/**
 * Asks the first ones at once, and waits until `wanted` of them have answered and the others, but for slow ones, had a moment
 * more. When fewer than `enough` answer in time, the rest is asked as well, and as many waited for.
 */
export async function together<Asked, Answer>(
  first: readonly Asked[],
  { ask, enough, wanted = enough, rest = [], late, isSlow = () => false }: Together<Asked, Answer>,
): Promise<Reading<Asked, Answer>[]> {
  const readings = first.map((one) => begin(one, ask))
  await settled(readings, wanted, patienceMs)
  const answered = countAnswered(readings)
  if (answered < enough) readings.push(...rest.map((one) => begin(one, ask)))
  await settled(readings, enough)
  const awaited = answered < wanted ? readings : readings.filter(({ one, outcome }) => !outcome && !isSlow(one))
  if (answered >= wanted && awaited.length > 0) await settled(readings, readings.length, graceMs)
  for (const { one, outcome } of awaited) if (!outcome) late?.(one)
  return readings.map(({ one, outcome }) => ({ one, outcome }))
}

type Together<Asked, Answer> = {
  ask: (one: Asked) => Promise<Answer>
  enough: number
  wanted?: number
  rest?: readonly Asked[]
  /** Called with each that was waited for and did not answer in time. */
  late?: (one: Asked) => void
  isSlow?: (one: Asked) => boolean
}

type UnderWay<Asked, Answer> = Reading<Asked, Answer> & { settling: Promise<void> }

function begin<Asked, Answer>(one: Asked, ask: (one: Asked) => Promise<Answer>): UnderWay<Asked, Answer> {
  const settling = Promise.allSettled([ask(one)]).then(([outcome]) => {
    reading.outcome = outcome
  })
  const reading: UnderWay<Asked, Answer> = { one, outcome: undefined, settling }
  return reading
}

/** Waits until so many have answered, none is under way, or the time is over. */
async function settled(
  readings: readonly UnderWay<unknown, unknown>[],
  count: number,
  limitMs?: number,
): Promise<void> {
  const limit = limitMs === undefined ? [] : [wait(limitMs, 'over', { ref: false })]
  for (;;) {
    const underWay = readings.filter(({ outcome }) => !outcome)
    if (countAnswered(readings) >= count || underWay.length === 0) return
    const ended = await Promise.race([...underWay.map(({ settling }) => settling), ...limit])
    if (ended === 'over') return
  }
}

function countAnswered(readings: readonly Reading<unknown, unknown>[]): number {
  return readings.filter(({ outcome }) => outcome?.status === 'fulfilled').length
}

const graceMs = 500
