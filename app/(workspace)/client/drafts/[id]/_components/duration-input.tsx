'use client'
import { Group, NativeSelect, NumberInput, Text } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import { decimalSeparators } from '#app/_components/decimal-separators.ts'
import { draftText } from '#app/_text/drafts.ts'
import { type UnitSeconds, unitChoices, unitOf } from './duration.ts'
import classes from './duration-input.module.css'

type DurationInputProps = {
  label: string
  description?: ReactNode
  'data-path'?: string
  value?: number
  error?: ReactNode
  onChange?: (seconds: number) => void
}

/** Seconds, written in whichever unit reads best. */
export function DurationInput({ label, description, value = 0, error, onChange, ...rest }: DurationInputProps) {
  const [unit, setUnit] = useState<UnitSeconds>(unitOf(value))
  const [typed, setTyped] = useState<number | string>('')
  const toSeconds = (count: number | string, of: UnitSeconds = unit) => Math.round(Number(count) * of)
  // What is typed stays as it stands: a 0 in an emptied field would turn the 3 that is typed next into 30.
  const count = toSeconds(typed) === value ? typed : value / unit
  const describedBy = useId()
  return (
    <div>
      <Group gap={4} align="flex-end" wrap="nowrap">
        <NumberInput
          data-path={rest['data-path']}
          aria-describedby={describedBy}
          flex="1 1 64px"
          label={label}
          min={1}
          allowedDecimalSeparators={decimalSeparators}
          clampBehavior="none"
          hideControls
          classNames={{ label: classes.label }}
          value={count}
          error={error}
          onChange={(next) => {
            setTyped(next)
            onChange?.(toSeconds(next))
          }}
        />
        <NativeSelect
          flex="1 1 96px"
          aria-label={`${label}: ${draftText.fields.unit}`}
          data={unitChoices}
          value={String(unit)}
          onChange={(event) => {
            const next = Number(event.currentTarget.value) as UnitSeconds
            setUnit(next)
            setTyped(count)
            onChange?.(toSeconds(count, next))
          }}
        />
      </Group>
      <Text id={describedBy} c="dimmed" fz="xs" mt={5}>
        {description}
      </Text>
    </div>
  )
}
