'use client'
import { TextInput } from '@mantine/core'
import { Icon } from '#app/_components/icon.tsx'
import classes from './list-table.module.css'
import { useSearchText } from './use-search-text.ts'

type SearchFieldProps = { name: string; label: string; value: string; onChange: (text: string) => void }

/** The search of a list, as wide as its filters leave it. The address holds its value under that name. */
export function SearchField({ name, label, value, onChange }: SearchFieldProps) {
  const [text, type] = useSearchText(name, value)
  return (
    <TextInput
      className={classes.search}
      type="search"
      aria-label={label}
      placeholder={label}
      leftSection={<Icon name="search" size={16} />}
      value={text}
      maxLength={200}
      onChange={({ currentTarget }) => {
        type(currentTarget.value)
        onChange(currentTarget.value.trim())
      }}
    />
  )
}
