import { and, desc, eq, sql } from 'drizzle-orm'
import { qualifications } from '#drizzle/schema/agents.ts'
import { builtOnce } from './built-once.ts'
import type { Database, Transaction } from './database.ts'
import { onlyRow } from './only-row.ts'

export type QualificationRow = typeof qualifications.$inferSelect
type NewQualification = Pick<
  typeof qualifications.$inferInsert,
  'agentId' | 'kind' | 'content' | 'expected' | 'series' | 'number'
>
export type Try = QualificationRow & { isOver: boolean; secondsSinceEnd: number | null }

/** Opens a try that must be answered within `seconds`. Throws a unique violation while another one is open. */
export async function insertQualification(
  tx: Transaction,
  row: NewQualification,
  seconds: number,
): Promise<QualificationRow> {
  return onlyRow(
    await tx
      .insert(qualifications)
      .values({ ...row, answerBy: sql`now() + make_interval(secs => ${seconds})` })
      .returning(),
  )
}

/**
 * The newest tries first, with whether the answering time is over: more than `pauseBeforeTry` and the length of a series
 * allow within a day, so that none of a day's wrong answers is left out.
 */
export function listQualifications(db: Database, agentId: string): Promise<Try[]> {
  return db
    .select({
      row: qualifications,
      isOver: sql<boolean>`${qualifications.answerBy} <= now()`,
      secondsSinceEnd: sql<number | null>`extract(epoch from now() - ${qualifications.endedAt})::float8`,
    })
    .from(qualifications)
    .where(eq(qualifications.agentId, agentId))
    .orderBy(desc(qualifications.id))
    .limit(150)
    .then((rows) => rows.map(({ row, ...age }) => ({ ...row, ...age })))
}

const openQualification = builtOnce((db) =>
  db
    .select()
    .from(qualifications)
    .where(
      and(
        eq(qualifications.agentId, sql.placeholder('agentId')),
        eq(qualifications.state, 'OPEN'),
        sql`${qualifications.answerBy} > now()`,
      ),
    ),
)

export async function findOpenQualification(db: Database, agentId: string): Promise<QualificationRow | undefined> {
  const [row] = await openQualification(db).execute({ agentId })
  return row
}

export async function findQualification(
  db: Database,
  agentId: string,
  id: string,
): Promise<QualificationRow | undefined> {
  const [row] = await db
    .select()
    .from(qualifications)
    .where(and(eq(qualifications.agentId, agentId), eq(qualifications.id, id)))
  return row
}

/** Grades an open try; false when it has been graded before. */
export async function endQualification(
  tx: Transaction,
  id: string,
  grade: { state: 'PASSED' | 'FAILED'; detail: string; answer?: Record<string, unknown> },
): Promise<boolean> {
  const rows = await tx
    .update(qualifications)
    .set({ ...grade, endedAt: sql`now()` })
    .where(and(eq(qualifications.id, id), eq(qualifications.state, 'OPEN')))
    .returning({ id: qualifications.id })
  return rows.length > 0
}
