import postgres from 'postgres'
import { Failure, isFailure } from '../domain/failure.ts'
import { inTime } from '../domain/in-time.ts'
import { outageCodeOf, outageOf, textOfOutage } from './outage.ts'

export type DatabaseWatch = {
  /**
   * Gives what `work` gives, or `unavailable` as soon as the database is found not to answer, cannot write or is too
   * busy. While it is known not to answer, no work starts.
   */
  during: <T>(work: () => Promise<T>) => Promise<T>
  /** Whether the database did not answer when it was last asked. */
  isAway: () => boolean
  /** Fails with `unavailable` when a write was refused a moment ago. */
  assertWritable: () => void
  close: () => Promise<void>
}

/** Work that takes longer than this may be waiting for a database that has fallen silent. */
const suspiciousMs = 1_000
const checkEveryMs = 500
const silentAfterMs = 2_500
const retryAfterSeconds = 5
/** How long a refused write tells that the next one will be refused too. */
const unwritableMs = 15_000

type Wait = { since: number; refuse: (reason: Failure) => void }

/**
 * Notices a database that is away. The driver has no bound for a statement whose server stopped answering, and a pool
 * keeps callers waiting for connections that never come; so work that lasts is watched by asking on a separate
 * connection. Nothing is asked while nothing waits.
 */
export function watchDatabase(options: { url: string; applicationName: string }): DatabaseWatch {
  const waits = new Set<Wait>()
  let client: postgres.Sql | undefined
  let looking: Promise<boolean> | undefined
  let timer: NodeJS.Timeout | undefined
  let isAway = false
  let unwritableSince = Number.NEGATIVE_INFINITY

  async function look(): Promise<boolean> {
    client ??= openProbe(options)
    const answers = await doesAnswer(client)
    if (!answers) {
      client.end({ timeout: 0 }).catch(() => undefined)
      client = undefined
    }
    isAway = !answers
    return answers
  }

  function answers(): Promise<boolean> {
    looking ??= look().finally(() => {
      looking = undefined
    })
    return looking
  }

  async function check(): Promise<void> {
    const [oldest] = waits
    if (!oldest) {
      clearInterval(timer)
      timer = undefined
      return
    }
    if (performance.now() - oldest.since < suspiciousMs || (await answers())) return
    for (const { refuse } of waits) refuse(unavailable(textOfOutage('away')))
    waits.clear()
  }

  function noteOutage(error: unknown): unknown {
    const outage = outageOf(error)
    if (outage === 'away') isAway = true
    if (outage === 'unwritable') unwritableSince = performance.now()
    if (isFailure(error) || !outage) return error
    return unavailable(textOfOutage(outage), error)
  }

  return {
    async during(work) {
      if (isAway && !(await answers())) throw unavailable(textOfOutage('away'))
      timer ??= setInterval(check, checkEveryMs).unref()
      return new Promise((resolve, reject) => {
        const wait = { since: performance.now(), refuse: reject }
        waits.add(wait)
        work()
          .then(resolve, (error: unknown) => reject(noteOutage(error)))
          .finally(() => waits.delete(wait))
      })
    },
    isAway: () => isAway,
    assertWritable() {
      if (performance.now() - unwritableSince < unwritableMs) throw unavailable(textOfOutage('unwritable'))
    },
    async close() {
      clearInterval(timer)
      await client?.end({ timeout: 1 })
    },
  }
}

function unavailable(text: string, cause?: unknown): Failure {
  return new Failure('unavailable', text, { cause, retryAfterSeconds })
}

function openProbe({ url, applicationName }: { url: string; applicationName: string }): postgres.Sql {
  return postgres(url, {
    max: 1,
    connect_timeout: 10,
    idle_timeout: 60,
    onnotice: () => undefined,
    connection: { application_name: applicationName, statement_timeout: silentAfterMs },
  })
}

/** Whether the server says anything in time; one that has no connection to spare does. */
async function doesAnswer(client: postgres.Sql): Promise<boolean> {
  const answer = client`select 1`.then(
    () => true,
    (error: unknown) => outageCodeOf(error) === '53300',
  )
  return (await inTime(answer, silentAfterMs)) ?? false
}
