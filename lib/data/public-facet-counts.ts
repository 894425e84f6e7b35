import { type SQL, sql } from 'drizzle-orm'
import { publicFacetCounts } from '#drizzle/schema/discovery.ts'
import type { Transaction } from './database.ts'
import { ageBand, fundingState, rewardBand } from './public-issue-bands.ts'
import { repositoryNumber } from './public-issue-filter.ts'
import type { PublicReader } from './public-reading.ts'

/** All public issues, or those of one language, one owner, one label, or one language with one label. */
export type Part = { part: 'all' | 'language' | 'owner' | 'label' | 'language and label'; name: string }
export type PartCounts = { facet: string; total: number; counts: { value: string; count: number }[] }

/** No count goes beyond this; it is then the least there are. */
export const countedMax = 10_000
/** Parts with more issues than this are counted beforehand; smaller ones are counted quickly on request. */
const smallMax = 500
export const valuesMax = 20

/**
 * Recounts every facet of all large parts, in a few passes over all issues. Until then readers see the previous counts.
 */
export async function countLargeParts(tx: Transaction): Promise<void> {
  await tx.execute(sql`select set_config('statement_timeout', '120000', true), set_config('work_mem', '64MB', true),
    set_config('jit', 'off', true)`)
  const [large] = await tx.execute(sql`select 1 from public_issues offset ${smallMax} limit 1`)
  const rows = large ? await tx.execute(largeParts) : []
  await tx.delete(publicFacetCounts)
  if (rows.length > 0) await tx.insert(publicFacetCounts).values(rows as unknown as Row[])
}

type Row = typeof publicFacetCounts.$inferInsert

const largeParts = sql`
  with kinds as materialized (
    select p.repository_id, ${rewardBand} as reward, ${fundingState} as funding, ${ageBand} as age, count(*) as count
    from public_issues p group by 1, 2, 3, 4),
  tags as materialized (
    select p.repository_id, lower(label) as label, max(label) as spelling, count(*) as count
    from public_issues p, unnest(p.labels) as label group by 1, 2),
  spellings as materialized (
    select distinct on (label) label, spelling from (
      select label, spelling, sum(count) as count from tags group by 1, 2) t
    order by label, t.count desc, spelling),
  homes as materialized (
    select r.repository_id, r.language, r.owner, r.full_name, k.count from public_repositories r
    join (select repository_id, sum(count) as count from kinds group by 1) k using (repository_id)),
  members as materialized (
    select part, name, repository_id, count, sum(count) over (partition by part, name) as total from (
      select part, name, repository_id, count from homes
        cross join lateral (values ('all', ''), ('language', lower(language)), ('owner', lower(owner))) v (part, name)
      union all select 'label', label, repository_id, count from tags
      union all select 'language and label', lower(language) || chr(10) || label, repository_id, t.count
        from tags t join homes using (repository_id)) m
    where name is not null),
  large as materialized (select * from members where total > ${smallMax}),
  labelled as materialized (
    select label, lower(p.language) as language, ${rewardBand} as reward, ${fundingState} as funding, ${ageBand} as age,
      count(*) as count
    from public_issues p, unnest(p.label_keys) as label where label in (select name from large where part = 'label')
    group by 1, 2, 3, 4, 5),
  spread as (
    select 'label' as part, label as name, reward, funding, age, count from labelled
    union all
    select 'language and label', language || chr(10) || label, reward, funding, age, count from labelled
      where language || chr(10) || label in (select name from large where part = 'language and label')),
  facts as (
    select l.part, l.name, facet, value, l.count from large l join homes using (repository_id)
      cross join lateral (values ('language', language), ('owner', owner), ('repository', full_name)) v (facet, value)
    union all
    select l.part, l.name, 'label', t.label, t.count from large l join tags t using (repository_id)
      where l.part not in ('label', 'language and label')
    union all
    select l.part, l.name, facet, value, k.count from large l join kinds k using (repository_id)
      cross join lateral (values ('reward', reward), ('funding', funding), ('age', age)) v (facet, value)
      where l.part not in ('label', 'language and label')
    union all
    select part, name, facet, value, count from spread
      cross join lateral (values ('reward', reward), ('funding', funding), ('age', age)) v (facet, value)),
  sums as (
    select part, name, facet, value, sum(count) as count from facts where value is not null group by 1, 2, 3, 4),
  places as (
    select *, row_number() over (partition by part, name, facet order by count desc, value) as place from sums)
  select s.part, s.name as "partName", facet, max(total)::int as total,
    jsonb_agg(jsonb_build_object('value', coalesce(n.spelling, value), 'count', s.count) order by place) as counts
  from places s join (select distinct part, name, total from large) t on t.part = s.part and t.name = s.name
    left join spellings n on facet = 'label' and n.label = value
  where place <= ${valuesMax} group by 1, 2, 3`

/**
 * What was counted of this part for these facets; nothing when it is not a large one. Repositories and owners of which no
 * issue is left are not named, however recently they were counted.
 */
export function findPartCounts(
  reader: PublicReader,
  { part, name }: Part,
  facets: readonly string[],
): Promise<PartCounts[]> {
  return reader.readKept(sql`
    select f.facet, f.total, (
      select coalesce(jsonb_agg(v.entry order by v.place), '[]')
      from jsonb_array_elements(f.counts) with ordinality v (entry, place)
      where case f.facet
        when 'repository' then ${newestOf(sql`p.repository_id = ${repositoryNumber(sql`v.entry->>'value'`)}`)}
        when 'owner' then ${newestOf(sql`lower(p.owner) = lower(v.entry->>'value')`)}
        else true end) as counts
    from public_facet_counts f where f.part = ${part} and f.part_name = ${name}
      and f.facet = any(${sql.param([...facets])}::text[]) and (f.part <> 'owner' or ${newestOf(sql`lower(p.owner) = f.part_name`)})`)
}

/** Whether there is an issue like this, by the index in which the newest one of its kind comes first. */
function newestOf(condition: SQL): SQL {
  return sql`(select p.id from public_issues p where ${condition} order by p.created_at desc, p.id desc limit 1) is not null`
}
