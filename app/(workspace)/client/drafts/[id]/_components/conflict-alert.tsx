'use client'
import { Alert, Button, Group, Loader, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { ProblemAlert } from '#app/_components/problem-alert.tsx'
import { wizardText } from '#app/_text/wizard.ts'
import { call } from '#lib/client/api.ts'
import classes from './conflict-alert.module.css'
import type { Draft } from './draft.ts'
import type { DraftValues } from './draft-form-values.ts'
import { toValues } from './draft-values.ts'
import { changedFields, readable, saveAlike, type TypedValues, withTyped } from './kept-values.ts'

const text = wizardText.conflict

type ConflictAlertProps = {
  draftId: string
  typed: TypedValues
  isSaving: boolean
  onKeep: (newer: Draft) => void
  onTake: (newer: Draft) => void
  /** Called where both versions say the same, as after a save whose answer was lost. */
  onSame: (newer: Draft) => void
}

/** Two versions of a draft side by side, where they differ; nothing is lost whichever is chosen. */
export function ConflictAlert({ draftId, typed, isSaving, onKeep, onTake, onSame }: ConflictAlertProps) {
  const { data: newer, error } = useQuery({
    queryKey: ['draft', draftId, 'newer'],
    queryFn: ({ signal }) => call('getDraft', { params: { id: draftId }, signal }),
    staleTime: 0,
    gcTime: 0,
  })
  const place = useRef<HTMLDivElement>(null)
  const isRead = newer !== undefined
  useEffect(() => {
    if (isRead) place.current?.scrollIntoView({ block: 'center' })
  }, [isRead])
  const isSame = newer !== undefined && saveAlike(withTyped(toValues(newer), typed), toValues(newer))
  // biome-ignore lint/correctness/useExhaustiveDependencies: called when it turns out, not when the callback changes
  useEffect(() => {
    if (isSame) onSame(newer)
  }, [isSame])
  return (
    <Alert ref={place} color="yellow" role="alert" title={text.title}>
      <Stack gap="sm">
        <Text>{text.text}</Text>
        <ProblemAlert error={error} />
        {!newer && !error && <Loader size="sm" />}
        {newer && <Differences typed={typed} theirs={toValues(newer)} />}
        <Text>{text.kept}</Text>
        {newer && (
          <Group gap="sm">
            <Button size="xs" loading={isSaving} onClick={() => onKeep(newer)}>
              {text.keep}
            </Button>
            <Button size="xs" variant="default" onClick={() => onTake(newer)}>
              {text.take}
            </Button>
          </Group>
        )}
      </Stack>
    </Alert>
  )
}

/** The fields that were typed, beside what the newer version says; of those changed there alone, the names. */
function Differences({ typed, theirs }: { typed: TypedValues; theirs: DraftValues }) {
  const mine = withTyped(theirs, typed)
  const names = changedFields(theirs, mine)
  const elsewhere = changedFields(typed.base, theirs).filter((name) => !names.includes(name))
  return (
    <>
      <dl className={classes.list}>
        {names.map((name) => (
          <div key={name} className={classes.field} data-conflict={name}>
            <dt className={classes.name}>{wizardText.fields[name]}</dt>
            <Version label={text.mine} words={readable(mine[name])} />
            <Version label={text.theirs} words={readable(theirs[name])} />
          </div>
        ))}
      </dl>
      {elsewhere.length > 0 && <Text>{text.elsewhere(elsewhere.map((name) => wizardText.fields[name]))}</Text>}
    </>
  )
}

function Version({ label, words }: { label: string; words: string }) {
  return (
    <dd className={classes.version}>
      <span className={classes.label}>{label}</span>
      <span className={classes.words}>{words || text.empty}</span>
    </dd>
  )
}
