import postgres from 'postgres'
import { openPool, type Pool } from '#lib/data/database.ts'

export type PlanNode = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: PlanNode[]
}
type Statement = { text: string; values: unknown[] }

/** The plans, as they were carried out, of all statements with which `work` reads public issues. */
export async function explainReads(url: string, work: (db: Pool) => Promise<unknown>): Promise<PlanNode[]> {
  const db = openPool({ url, max: 1, applicationName: 'jobwright-explain' })
  const statements: Statement[] = []
  db.$client.options.debug = (_, text, values) => {
    statements.push({ text, values })
  }
  const again = postgres(url, { max: 1, onnotice: () => undefined })
  try {
    await work(db)
    const plans: PlanNode[] = []
    await again.begin(async (tx) => {
      for (const { text, values } of statements) {
        if (/^\s*select set_config/.test(text)) await tx.unsafe(text, values as string[])
        if (!text.includes('public_issues')) continue
        const [row] = await tx.unsafe(`explain (analyze, timing off, format json) ${text}`, values as string[])
        plans.push(row?.['QUERY PLAN'][0].Plan)
      }
    })
    return plans
  } finally {
    await Promise.all([db.$client.end({ timeout: 2 }), again.end({ timeout: 2 })])
  }
}

/** A plan's nodes from the top, without those that had nothing to do. */
export function nodesOf(plan: PlanNode): PlanNode[] {
  if (plan['Actual Loops'] === 0) return []
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]
}

/** Rows that were read from tables and indexes, kept or not. */
export function rowsRead(plan: PlanNode): number {
  const reads = nodesOf(plan).filter((node) => node['Relation Name'] && node['Node Type'] !== 'ModifyTable')
  return reads.reduce((sum, node) => {
    const perLoop =
      node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
    return sum + perLoop * node['Actual Loops']
  }, 0)
}
