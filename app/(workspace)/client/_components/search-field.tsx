'use client'
import { TextInput } from '@mantine/core'
import { Icon } from '#app/_components/icon.tsx'
import classes from './list-table.module.css'

type SearchFieldProps = { label: string; value: string; onChange: (text: string) => void }

/** The search of a list, as wide as its filters leave it. */
export function SearchField({ label, value, onChange }: SearchFieldProps) {
  return (
    <TextInput
      className={classes.search}
      type="search"
      aria-label={label}
      placeholder={label}
      leftSection={<Icon name="search" size={16} />}
      value={value}
      maxLength={200}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
