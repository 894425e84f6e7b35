'use client'
import { NativeSelect } from '@mantine/core'
import { ReadyFields } from '#app/_components/ready-fields.tsx'
import { jobsText as text } from '#app/_text/job-list.ts'
import { FilterTabs } from '#app/(workspace)/_components/filter-tabs.tsx'
import type { ReplyOf } from '#lib/client/api.ts'
import type { JobFilter } from '#lib/client/queries.ts'
import { jobGroups, jobSorts } from '#lib/domain/job-list.ts'
import classes from '../../_components/list-table.module.css'
import { SearchField } from '../../_components/search-field.tsx'

type Counts = ReplyOf<'summarizeJobs'>['counts']
type JobFilterBarProps = { filter: JobFilter; counts: Counts | undefined; onChange: (part: Partial<JobFilter>) => void }

/** The groups of jobs with how many each has, a search, and the order. */
export function JobFilterBar({ filter, counts, onChange }: JobFilterBarProps) {
  const groups = ['all', ...jobGroups] as const
  return (
    <search>
      <ReadyFields>
        <FilterTabs
          label={text.groupsLabel}
          tabs={groups.map((name) => ({ name, label: text.groups[name], count: counts?.[name] }))}
          value={filter.group ?? 'all'}
          onChange={(name) => onChange({ group: name === 'all' ? null : name })}
        />
        <div className={classes.filters}>
          <SearchField name="q" label={text.search} value={filter.q} onChange={(q) => onChange({ q })} />
          <NativeSelect
            aria-label={text.sort}
            data={jobSorts.map((sort) => ({ value: sort, label: text.sorts[sort] }))}
            value={filter.sort}
            onChange={(event) =>
              onChange({ sort: jobSorts.find((sort) => sort === event.currentTarget.value) ?? 'newest' })
            }
          />
        </div>
      </ReadyFields>
    </search>
  )
}
