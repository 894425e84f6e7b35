'use client'
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { focusInSight } from '#app/_components/focus-field.ts'
import { ProblemAlert } from '#app/_components/problem-alert.tsx'
import { conflictText as text } from '#app/_text/common.ts'
import { wizardText } from '#app/_text/wizard.ts'
import { type Choice, DisputedFields } from '#app/(workspace)/_components/disputed-fields.tsx'
import type { Draft } from './draft.ts'
import type { DraftValues } from './draft-form-values.ts'
import classes from './draft-page.module.css'
import { toValues } from './draft-values.ts'
import { disputedFields, readable, type TypedValues } from './kept-values.ts'

type ConflictAlertProps = {
  newer: Draft
  typed: TypedValues
  isSaving: boolean
  error: unknown
  /** Saves what was typed, except for these fields, which stay as in the newer version. */
  onSave: (newer: Draft, theirs: (keyof DraftValues)[]) => void
  onBack: () => void
}

/** The fields that two versions of a draft changed, to choose from; nothing is lost whichever is chosen. */
export function ConflictAlert({ newer, typed, isSaving, error, onSave, onBack }: ConflictAlertProps) {
  const panel = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: shown again for each version that comes in between
  useEffect(() => focusInSight(panel.current, 'start'), [newer])
  const [choices, setChoices] = useState<Partial<Record<string, Choice>>>({})
  const theirs = toValues(newer)
  const names = disputedFields(typed, theirs)
  return (
    <Alert
      ref={panel}
      tabIndex={-1}
      className={classes.conflict}
      color="yellow"
      role="alert"
      title={text.draftTitle}
      data-conflict-panel=""
    >
      <Stack gap="sm">
        <Text>{text.text}</Text>
        <DisputedFields
          fields={names.map((name) => ({
            name,
            label: wizardText.fields[name],
            mine: readable(typed.values[name]),
            theirs: readable(theirs[name]),
          }))}
          choices={choices}
          onChoose={(name, choice) => setChoices({ ...choices, [name]: choice })}
        />
        <ProblemAlert error={error} />
        <Group gap="sm">
          <Button
            size="xs"
            loading={isSaving}
            onClick={() =>
              onSave(
                newer,
                names.filter((name) => choices[name] === 'theirs'),
              )
            }
          >
            {text.save}
          </Button>
          <Button size="xs" variant="default" disabled={isSaving} onClick={onBack}>
            {text.back}
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}
