import postgres from 'postgres'
import { openReader, type PublicReader, readerSettings } from '#lib/data/public-reading.ts'

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
export async function explainReads(url: string, work: (reader: PublicReader) => Promise<unknown>): Promise<PlanNode[]> {
  const reader = openReader({ url, max: 1, applicationName: 'jobwright-explain' })
  const statements: Statement[] = []
  reader.client.options.debug = (_, text, values) => {
    statements.push({ text, values })
  }
  const again = postgres(url, { max: 1, onnotice: () => undefined, connection: readerSettings })
  try {
    await work(reader)
    const plans: PlanNode[] = []
    for (const { text, values } of statements) {
      if (!text.includes('public_issues')) continue
      const [row] = await again.unsafe(`explain (analyze, timing off, format json) ${text}`, values as string[])
      plans.push(row?.['QUERY PLAN'][0].Plan)
    }
    return plans
  } finally {
    await Promise.all([reader.client.end({ timeout: 2 }), again.end({ timeout: 2 })])
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
