'use client'
import { NativeSelect, SegmentedControl, TextInput } from '@mantine/core'
import { Icon } from '../../../../../_components/icon.tsx'
import { issuesText } from '../../../../../_text/workspace.ts'
import classes from './issues.module.css'
import { type IssueFilter, issueStates } from './use-issue-filter.ts'

const text = issuesText

type IssueFilterBarProps = { filter: IssueFilter; labels: string[]; onChange: (part: Partial<IssueFilter>) => void }

export function IssueFilterBar({ filter, labels, onChange }: IssueFilterBarProps) {
  return (
    <search className={classes.filters}>
      <TextInput
        className={classes.search}
        type="search"
        aria-label={text.search}
        placeholder={text.search}
        leftSection={<Icon name="search" size={16} />}
        value={filter.search}
        maxLength={200}
        onChange={(event) => onChange({ search: event.currentTarget.value })}
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
    </search>
  )
}
