import { setTimeout as wait } from 'node:timers/promises'

/** For so long the first ones are waited for before the next one is asked as well. */
const patienceMs = 1_500

/**
 * Asks one after the other: the next when one failed, has not answered for a while, or all answered and it was not enough. `take` is given each answer as it
 * comes, and ends the asking by returning something; undefined when none was enough.
 */
export async function inTurn<Asked, Answer, Found>(
  all: readonly Asked[],
  { atFirst, ask, take, late }: Asking<Asked, Answer, Found>,
): Promise<Found | undefined> {
  const left = [...all]
  const underWay = new Map<Asked, Promise<{ one: Asked; outcome: PromiseSettledResult<Answer> }>>()
  const begin = (one: Asked) => {
    const asked = Promise.allSettled([ask(one)]).then(([outcome]) => ({ one, outcome }))
    underWay.set(one, asked)
  }
  for (const one of left.splice(0, atFirst)) begin(one)
  while (underWay.size > 0) {
    const stop = new AbortController()
    const tooLong = wait(patienceMs, undefined, { signal: stop.signal, ref: false }).catch(() => undefined)
    const ended = await Promise.race([...underWay.values(), ...(left.length > 0 ? [tooLong] : [])])
    stop.abort()
    if (!ended) for (const one of underWay.keys()) late(one)
    const found = ended && take(ended.one, ended.outcome)
    if (ended) underWay.delete(ended.one)
    if (found !== undefined) return found
    if (ended?.outcome.status === 'fulfilled' && underWay.size > 0) continue
    for (const one of left.splice(0, 1)) begin(one)
  }
  return undefined
}

type Asking<Asked, Answer, Found> = {
  atFirst: number
  ask: (one: Asked) => Promise<Answer>
  take: Take<Asked, Answer, Found>
  /** Called with each that was waited for when the next one was asked. */
  late: (one: Asked) => void
}

type Take<Asked, Answer, Found> = (one: Asked, outcome: PromiseSettledResult<Answer>) => Found | undefined

/** Whether one of these fulfils while there is patience; not when all failed. */
export async function hasAnswered(all: readonly Promise<unknown>[]): Promise<boolean> {
  const answered = Promise.any(all).then(
    () => true,
    () => false,
  )
  return Promise.race([answered, wait(patienceMs, false, { ref: false })])
}

/**
 * How each ended, once enough of them have fulfilled and the others had a moment more; those that are still under way have
 * no outcome.
 */
export async function settleSoon<T>(
  all: readonly Promise<T>[],
  enough: number,
): Promise<(PromiseSettledResult<T> | undefined)[]> {
  const outcomes: (PromiseSettledResult<T> | undefined)[] = all.map(() => undefined)
  const settling = all.map((one, at) =>
    Promise.allSettled([one]).then(([outcome]) => {
      outcomes[at] = outcome
    }),
  )
  const done = Promise.all(settling).then(() => true)
  const isEnough = () => outcomes.filter((outcome) => outcome?.status === 'fulfilled').length >= enough
  while (!isEnough() && outcomes.includes(undefined)) await Promise.race(settling.filter((_, at) => !outcomes[at]))
  if (outcomes.includes(undefined)) await Promise.race([done, wait(graceMs, undefined, { ref: false })])
  return [...outcomes]
}

const graceMs = 500
