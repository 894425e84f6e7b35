'use client'
import { NativeSelect, Tabs, TabsList, TabsTab, TextInput } from '@mantine/core'
import type { ReplyOf } from '#lib/client/api.ts'
import type { JobFilter } from '#lib/client/queries.ts'
import { jobGroups, jobSorts } from '#lib/domain/job-list.ts'
import { Icon } from '../../../../_components/icon.tsx'
import { jobsText as text } from '../../../../_text/job-list.ts'
import classes from './job-list.module.css'

type Counts = ReplyOf<'summarizeJobs'>['counts']
type JobFilterBarProps = { filter: JobFilter; counts: Counts | undefined; onChange: (part: Partial<JobFilter>) => void }

/** The groups of jobs with how many each has, a search, and the order. */
export function JobFilterBar({ filter, counts, onChange }: JobFilterBarProps) {
  const groups = ['all', ...jobGroups] as const
  return (
    <search>
      <Tabs
        value={filter.group ?? 'all'}
        onChange={(name) => onChange({ group: jobGroups.find((group) => group === name) ?? null })}
      >
        <TabsList aria-label={text.groupsLabel} className={classes.groups}>
          {groups.map((group) => (
            <TabsTab key={group} value={group} aria-controls={undefined}>
              {text.groups[group]} <span className={classes.count}>{counts ? counts[group] : ' '}</span>
            </TabsTab>
          ))}
        </TabsList>
      </Tabs>
      <div className={classes.filters}>
        <TextInput
          className={classes.search}
          type="search"
          aria-label={text.search}
          placeholder={text.search}
          leftSection={<Icon name="search" size={16} />}
          value={filter.q}
          maxLength={200}
          onChange={(event) => onChange({ q: event.currentTarget.value })}
        />
        <NativeSelect
          aria-label={text.sort}
          data={jobSorts.map((sort) => ({ value: sort, label: text.sorts[sort] }))}
          value={filter.sort}
          onChange={(event) =>
            onChange({ sort: jobSorts.find((sort) => sort === event.currentTarget.value) ?? 'newest' })
          }
        />
      </div>
    </search>
  )
}
