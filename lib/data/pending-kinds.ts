import { eq, sql } from 'drizzle-orm'
import { agents } from '#drizzle/schema/agents.ts'
import { builtOnce } from './built-once.ts'
import type { Database } from './database.ts'
import { openVerifications } from './live-work.ts'

/** Of which kinds there is something for an agent; what it is must then be read. */
export type PendingKinds = {
  assignments: boolean
  seats: boolean
  probes: boolean
  qualification: boolean
  rotation: boolean
}

const has = (rows: ReturnType<typeof sql>) => sql<boolean>`exists (select 1 from ${rows})`
const ofAgent = sql`x.agent_id = ${agents.id}`

const pendingKinds = builtOnce((db) =>
  db
    .select({
      assignments: has(
        sql`assignments x where ${ofAgent} and x.state in ('OFFERED', 'ACCEPTED', 'ASSIGNED', 'SUBMITTED')`,
      ),
      seats: has(sql`${openVerifications} x where ${ofAgent}`),
      probes: has(sql`probes x where ${ofAgent} and x.state = 'ASKED'`),
      qualification: has(sql`qualifications x where ${ofAgent} and x.state = 'OPEN'`),
      rotation: has(sql`runtime_credentials x where ${ofAgent} and x.state in ('OFFERED', 'PENDING')`),
    })
    .from(agents)
    .where(eq(agents.id, sql.placeholder('agentId'))),
)

/** For most heartbeats there is nothing, which one statement tells. */
export async function findPendingKinds(db: Database, agentId: string): Promise<PendingKinds> {
  const [kinds] = await pendingKinds(db).execute({ agentId })
  if (!kinds) throw new Error('a runtime belongs to an agent')
  return kinds
}
