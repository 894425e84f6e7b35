'use client'
import { Alert, Anchor, Group, Stack, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ProblemAlert } from '#app/_components/problem-alert.tsx'
import { ReadyButton } from '#app/_components/ready-button.tsx'
import { Section } from '#app/_components/section.tsx'
import { newSearchText as text } from '#app/_text/saved-searches.ts'
import { ApiError, call } from '#lib/client/api.ts'
import { keepInput, readInput } from '#lib/client/kept-input.ts'
import { visible } from '#lib/client/readable.ts'
import { retrying } from '#lib/client/retrying.ts'

const nameMax = 120

type SaveFormProps = { filter: Record<string, string>; words: string; isIssue: boolean }

/** What is looked for, and the name that notifications give it. */
export function SaveForm({ filter, words, isIssue }: SaveFormProps) {
  const router = useRouter()
  const client = useQueryClient()
  // What is typed before this is hydrated stays in the field, which no state controls.
  const field = useRef<HTMLInputElement>(null)
  const keptName = `saved-search.${JSON.stringify(filter)}`
  const [isMissing, setMissing] = useState(false)
  const save = useMutation({
    mutationFn: (name: string) => retrying(() => call('saveSearch', { body: { name, filter } })),
    onSuccess: async (saved, name) => {
      keepInput(sessionStorage, keptName, undefined)
      if (saved.name !== name) return
      notifications.show({ color: 'teal', message: text.saved })
      await client.invalidateQueries({ queryKey: ['saved-searches'] })
      // The issue’s page says from now on that it is followed.
      router.refresh()
      router.push('/saved-searches')
    },
  })
  useEffect(() => {
    const kept = readInput(sessionStorage, keptName) as { name?: unknown } | undefined
    const isUntouched = field.current?.value === field.current?.defaultValue
    if (field.current && isUntouched && typeof kept?.name === 'string') field.current.value = kept.name
  }, [keptName])
  const earlier = save.data && save.data.name !== save.variables ? save.data.name : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const name = field.current?.value.trim() ?? ''
    setMissing(name === '')
    if (name === '') field.current?.focus()
    else save.mutate(name)
  }
  return (
    <Section title={text.filters}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <Text style={{ overflowWrap: 'anywhere' }}>{visible(words)}</Text>
          <TextInput
            label={text.name}
            description={text.nameHint}
            maxLength={nameMax}
            autoComplete="off"
            ref={field}
            defaultValue={words.slice(0, nameMax)}
            error={isMissing && text.nameMissing}
            onChange={(event) => keepInput(sessionStorage, keptName, { name: event.currentTarget.value })}
          />
          {earlier !== undefined && (
            <Alert color="blue" role="status">
              {(isIssue ? text.followedAlready : text.savedAlready)(visible(earlier))} <ToSaved />
            </Alert>
          )}
          <SaveProblem error={save.error} />
          <Group>
            <ReadyButton type="submit" loading={save.isPending || (save.isSuccess && earlier === undefined)}>
              {isIssue ? text.follow : text.save}
            </ReadyButton>
          </Group>
        </Stack>
      </form>
    </Section>
  )
}

/** The limit is the only state in which a search is refused; what it means is said by the service. */
function SaveProblem({ error }: { error: unknown }) {
  if (!(error instanceof ApiError) || error.problem.code !== 'state_conflict') return <ProblemAlert error={error} />
  return (
    <Alert color="red" role="alert">
      {error.problem.detail} <ToSaved />
    </Alert>
  )
}

function ToSaved() {
  return (
    <Anchor component={Link} href="/saved-searches" inherit underline="always">
      {text.toSaved}
    </Anchor>
  )
}
