import { once } from 'node:events'
import type { Writable } from 'node:stream'
import postgres from 'postgres'
import { searchedText } from '#lib/data/public-issues.ts'
import { type IssueRow, issueRows, type RepositoryRow, repositoryRows } from './issue-rows.ts'

/** Fills a migrated, empty database with so many issues; the same rows every time, indexed and analysed. */
export async function seed(url: string, issues: number): Promise<void> {
  const sql = connect(url)
  try {
    const indexes = await dropIndexes(sql)
    await load(sql, issues)
    await spread(url)
    await sql.unsafe('drop table seeded')
    await sql.unsafe(`insert into public_issue_labels (issue_id, label, language, created_at)
      select id, label, language, created_at from public_issues, unnest(label_keys) as label`)
    for (const index of indexes) await sql.unsafe(index)
    await sql.unsafe('vacuum analyze public_issues, public_issue_bodies, public_issue_labels, public_repositories')
  } finally {
    await sql.end({ timeout: 5 })
  }
}

/** Rows that are made to fit need no triggers; those cost more than the rows themselves. */
function connect(url: string): postgres.Sql {
  return postgres(url, {
    max: 1,
    onnotice: () => undefined,
    connection: {
      application_name: 'jobwright-seed',
      synchronous_commit: 'off',
      session_replication_role: 'replica',
      maintenance_work_mem: '512MB',
    },
  })
}

/** Takes away what is made faster afterwards, and answers how. */
async function dropIndexes(sql: postgres.Sql): Promise<string[]> {
  const found = await sql<{ name: string; definition: string }[]>`
    select i.indexname as name, i.indexdef as definition from pg_indexes i
    where i.tablename in ('public_issues', 'public_issue_labels') and i.schemaname = 'public'
      and not exists (select 1 from pg_constraint c where c.conname = i.indexname and c.contype in ('p', 'u'))
    order by i.indexname`
  for (const { name } of found) await sql`drop index ${sql(name)}`
  return found.map(({ definition }) => definition)
}

async function load(sql: postgres.Sql, issues: number): Promise<void> {
  const repositories = repositoryRows(issues)
  await copy(
    await sql`copy public_repositories (repository_id, full_name, owner, language, is_indexed, next_read_at)
      from stdin`.writable(),
    mapped(repositories, (row) => [row.id, row.fullName, row.owner, row.language, true, '2100-01-01']),
  )
  await sql.unsafe(`create unlogged table seeded (number_in_all int, id bigint, repository_id bigint, number int, title text, labels text[],
    owner text, language text, comments int, assignees int, author text, created_at timestamptz,
    updated_at timestamptz, onchain_job_id numeric, job_state text, reward numeric, body text)`)
  await copy(
    await sql`copy seeded from stdin`.writable(),
    mapped(issueRows(issues, repositories.length), (row, index) => [
      index,
      ...fieldsOf(row, repositories[row.repository]),
    ]),
  )
}

/** Turns texts into what is searched, which takes longest, over two connections. */
async function spread(url: string): Promise<void> {
  const insert = async (remainder: number) => {
    const sql = connect(url)
    const mine = `from seeded where number_in_all % 2 = ${remainder} order by repository_id, id`
    await sql.unsafe(`insert into public_issues (id, repository_id, number, title, labels, owner, language, comments,
        assignees, author, is_open, created_at, updated_at, onchain_job_id, job_state, reward, search)
      select id, repository_id, number, title, labels, owner, language, comments, assignees, author, true, created_at,
        updated_at, onchain_job_id, job_state, reward, ${searchedText('title', 'body')} ${mine}`)
    await sql.unsafe(`insert into public_issue_bodies (issue_id, body) select id, body ${mine}`)
    await sql.end({ timeout: 5 })
  }
  await Promise.all([insert(0), insert(1)])
}

type Field = string | number | boolean | Date | null | readonly string[]

function fieldsOf(row: IssueRow, home: RepositoryRow | undefined): Field[] {
  return [
    row.id,
    home?.id ?? 0,
    row.number,
    row.title,
    row.labels,
    home?.owner ?? '',
    home?.language ?? null,
    row.comments,
    row.assignees,
    row.author,
    row.createdAt,
    row.updatedAt,
    row.job?.id ?? null,
    row.job?.state ?? null,
    row.job?.reward ?? null,
    row.body,
  ]
}

function* mapped<Row>(rows: Iterable<Row>, fields: (row: Row, index: number) => Field[]): Generator<string> {
  let index = 0
  for (const row of rows) {
    yield `${fields(row, index).map(toText).join('\t')}\n`
    index += 1
  }
}

/** A field as COPY reads it; no word of the seed holds anything that needs escaping. */
function toText(field: Field): string {
  if (field === null) return '\\N'
  if (field instanceof Date) return field.toISOString()
  if (typeof field === 'object') return `{${field.map((part) => `"${part}"`).join()}}`
  return String(field)
}

async function copy(target: Writable, lines: Iterable<string>): Promise<void> {
  let chunk = ''
  for (const line of lines) {
    chunk += line
    if (chunk.length < 262_144) continue
    if (!target.write(chunk)) await once(target, 'drain')
    chunk = ''
  }
  target.end(chunk)
  await once(target, 'finish')
}
