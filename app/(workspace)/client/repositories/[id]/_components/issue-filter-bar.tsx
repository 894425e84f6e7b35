'use client'
import { NativeSelect, SegmentedControl } from '@mantine/core'
import { ReadyFields } from '#app/_components/ready-fields.tsx'
import { issuesText } from '#app/_text/workspace.ts'
import { SearchField } from '#app/(workspace)/client/_components/search-field.tsx'
import classes from './issues.module.css'
import { type IssueFilter, issueStates } from './use-issue-filter.ts'

const text = issuesText

type IssueFilterBarProps = { filter: IssueFilter; labels: string[]; onChange: (part: Partial<IssueFilter>) => void }

export function IssueFilterBar({ filter, labels, onChange }: IssueFilterBarProps) {
  return (
    <search>
      <ReadyFields>
        <div className={classes.filters}>
          <SearchField
            name="search"
            label={text.search}
            value={filter.search}
            onChange={(search) => onChange({ search })}
          />
          <NativeSelect
            className={classes.label}
            aria-label={text.label}
            data={[{ value: '', label: text.anyLabel }, ...labels]}
            value={filter.label}
            onChange={(event) => onChange({ label: event.currentTarget.value })}
          />
          <SegmentedControl
            aria-label={text.state}
            data={issueStates.map((state) => ({ value: state, label: text.states[state] }))}
            value={filter.state}
            onChange={(state) => onChange({ state })}
          />
        </div>
      </ReadyFields>
    </search>
  )
}
