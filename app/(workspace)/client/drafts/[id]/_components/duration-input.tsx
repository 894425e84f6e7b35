'use client'
import { Group, NativeSelect, Text, TextInput } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { draftText } from '#app/_text/drafts.ts'
import { type DurationValues, type UnitSeconds, unitChoices } from './duration.ts'
import classes from './duration-input.module.css'

type DurationInputProps = {
  label: string
  description?: ReactNode
  'data-path'?: string
  value?: DurationValues
  error?: ReactNode
  onChange?: (duration: DurationValues) => void
  onBlur?: () => void
  onFocus?: () => void
}

const nothing: DurationValues = { count: '', unit: 86_400 }

/** A number and its unit, both as they were typed. */
export function DurationInput({ label, description, value = nothing, error, onChange, ...rest }: DurationInputProps) {
  const describedBy = useId()
  return (
    <div>
      <Group gap={4} align="flex-end" wrap="nowrap">
        <TextInput
          {...rest}
          aria-describedby={describedBy}
          flex="1 1 64px"
          label={label}
          inputMode="decimal"
          autoComplete="off"
          classNames={{ label: classes.label }}
          value={value.count}
          error={Boolean(error)}
          onChange={(event) => onChange?.({ ...value, count: event.currentTarget.value })}
        />
        <NativeSelect
          flex="1 1 96px"
          aria-label={`${label}: ${draftText.fields.unit}`}
          data={unitChoices}
          value={String(value.unit)}
          onChange={(event) => onChange?.({ ...value, unit: Number(event.currentTarget.value) as UnitSeconds })}
        />
      </Group>
      <div id={describedBy}>
        {error && (
          <Text c="var(--mantine-color-error)" fz="xs" mt={5}>
            {error}
          </Text>
        )}
        <Text c="dimmed" fz="xs" mt={5}>
          {description}
        </Text>
      </div>
    </div>
  )
}
