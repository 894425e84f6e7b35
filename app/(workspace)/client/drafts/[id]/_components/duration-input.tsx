'use client'
import { Group, NativeSelect, NumberInput, Text } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
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
  const count = Math.round(value / unit)
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
          allowDecimal={false}
          clampBehavior="none"
          hideControls
          classNames={{ label: classes.label }}
          value={count}
          error={error}
          onChange={(next) => onChange?.(Number(next) * unit)}
        />
        <NativeSelect
          flex="1 1 96px"
          aria-label={`${label}: ${draftText.fields.unit}`}
          data={unitChoices}
          value={String(unit)}
          onChange={(event) => {
            const next = Number(event.currentTarget.value) as UnitSeconds
            setUnit(next)
            onChange?.(count * next)
          }}
        />
      </Group>
      <Text id={describedBy} c="dimmed" fz="xs" mt={5}>
        {description}
      </Text>
    </div>
  )
}
