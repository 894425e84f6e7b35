import { sql } from 'drizzle-orm'
import { webPresence } from '#drizzle/schema/requests.ts'
import type { Database } from './database.ts'

/** So often a web program notes that it is there. */
export const presenceSeconds = 2

const ago = (seconds: number) => sql.raw(`now() - interval '${seconds} seconds'`)
/** Without a note for so long there was no web program; less than a runtime at work may be silent. */
const goneSeconds = 5
/** A presence that is shorter is part of the absence: runtimes may not have come back yet. */
const heardAgain = sql.raw(`interval '75 seconds'`)

/** Notes that a web program is there, and the absence that this ends, if any. */
export async function savePresence(db: Database): Promise<void> {
  const wasThere = sql`w.at >= ${ago(goneSeconds)}`
  await db.execute(sql`
    insert into ${webPresence} as w (at) values (now())
    on conflict (one) do update set at = now(),
      away_from = case when ${wasThere} or w.at < w.away_until + ${heardAgain} then w.away_from else w.at end,
      away_until = case when ${wasThere} then w.away_until else now() end
    where w.at < ${ago(presenceSeconds - 1)}`)
}

/** Whether there was a web program and is none now, so that nobody can be heard. */
export const isWebAway = sql`exists (select 1 from ${webPresence} w where w.at < ${ago(goneSeconds)})`
