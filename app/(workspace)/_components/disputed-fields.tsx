'use client'
import { Stack } from '@mantine/core'
import { useId } from 'react'
import { conflictText as text } from '#app/_text/common.ts'
import { differingPart } from './differing-part.ts'
import classes from './disputed-fields.module.css'

export type Choice = 'mine' | 'theirs'

export type DisputedField = { name: string; label: string; mine: string; theirs: string }

type DisputedFieldsProps = {
  fields: readonly DisputedField[]
  choices: Partial<Record<string, Choice>>
  onChoose: (name: string, choice: Choice) => void
}

/** The fields that two versions of a form changed, each with both values to choose from. */
export function DisputedFields({ fields, choices, onChoose }: DisputedFieldsProps) {
  return (
    <Stack gap="sm">
      {fields.map((field) => (
        <Field
          key={field.name}
          field={field}
          choice={choices[field.name] ?? 'mine'}
          onChoose={(choice) => onChoose(field.name, choice)}
        />
      ))}
    </Stack>
  )
}

type FieldProps = { field: DisputedField; choice: Choice; onChoose: (choice: Choice) => void }

function Field({ field: { name, label, mine, theirs }, choice, onChoose }: FieldProps) {
  const group = useId()
  const version = (own: Choice, words: string, other: string) => (
    <label className={classes.version}>
      <input type="radio" name={group} checked={choice === own} onChange={() => onChoose(own)} />
      <span className={classes.label}>{text[own]}</span>
      <span className={classes.words}>
        <Words words={words} other={other} />
      </span>
    </label>
  )
  return (
    <fieldset className={classes.field} data-conflict={name}>
      <legend className={classes.name}>{label}</legend>
      <div className={classes.versions}>
        {version('mine', mine, theirs)}
        {version('theirs', theirs, mine)}
      </div>
    </fieldset>
  )
}

function Words({ words, other }: { words: string; other: string }) {
  if (!words) return text.empty
  const { before, differing, after } = differingPart(words, other)
  return (
    <>
      {before}
      {differing && <mark>{differing}</mark>}
      {after}
    </>
  )
}
