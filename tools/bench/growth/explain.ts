import postgres from 'postgres'
import { inTransaction, openPool, type Transaction } from '#lib/data/database.ts'
import { nodesOf, type PlanNode } from '../discovery/explain.ts'

type Statement = { text: string; values: unknown[] }
export type Plan = { ms: number; nodes: PlanNode[] }
export type Explain = (work: (tx: Transaction) => Promise<unknown>) => Promise<Plan[]>

/** Not one of the statements that the work itself is made of. */
const isFrame = /^\s*(begin|commit|rollback|select set_config|select pg_advisory)|pg_catalog\.pg_type/i

/**
 * Explains, as they are carried out, all statements that work of the product sends. The work and the explanations happen
 * in transactions that are rolled back, so every piece of work meets the database as it was seeded.
 */
export async function withExplain<T>(url: string, use: (explain: Explain) => Promise<T>): Promise<T> {
  const pool = openPool({ url, max: 1, applicationName: 'jobwright-explain' })
  const sql = postgres(url, { max: 1, onnotice: () => undefined, connection: { statement_timeout: 120_000 } })
  const explain: Explain = async (work) => {
    const statements = await capture(pool, work)
    const plans: Plan[] = []
    for (const statement of statements) plans.push(await explainOne(sql, statement))
    return plans
  }
  try {
    return await use(explain)
  } finally {
    await Promise.all([pool.$client.end({ timeout: 2 }), sql.end({ timeout: 2 })])
  }
}

class RolledBack extends Error {}

async function capture(
  pool: ReturnType<typeof openPool>,
  work: (tx: Transaction) => Promise<unknown>,
): Promise<Statement[]> {
  const statements: Statement[] = []
  pool.$client.options.debug = (_, text, values) => {
    if (!isFrame.test(text)) statements.push({ text, values })
  }
  try {
    await inTransaction(pool, async (tx) => {
      await tx.execute('set local statement_timeout = 120000')
      await work(tx)
      throw new RolledBack()
    })
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error
  }
  return statements.filter(({ text }) => !text.startsWith('set local'))
}

async function explainOne(sql: postgres.Sql, { text, values }: Statement): Promise<Plan> {
  const plan: Plan = { ms: 0, nodes: [] }
  await sql
    .begin(async (tx) => {
      await tx`select set_config('jobwright.transaction', 'on', true)`
      const [row] = await tx.unsafe(`explain (analyze, timing off, format json) ${text}`, values as string[])
      const [explained] = row?.['QUERY PLAN'] ?? []
      plan.ms = explained['Execution Time']
      plan.nodes = nodesOf(explained.Plan)
      throw new RolledBack()
    })
    .catch((error: unknown) => {
      if (!(error instanceof RolledBack)) throw error
    })
  return plan
}

/** Tables that a plan reads from end to end. */
export function scannedTables(plans: readonly Plan[]): string[] {
  const scans = plans.flatMap(({ nodes }) => nodes).filter((node) => node['Node Type'] === 'Seq Scan')
  return [...new Set(scans.map((node) => node['Relation Name'] ?? ''))].sort()
}

export function usedIndexes(plans: readonly Plan[]): string[] {
  const names = plans.flatMap(({ nodes }) => nodes).flatMap((node) => node['Index Name'] ?? [])
  return [...new Set(names)].sort()
}
