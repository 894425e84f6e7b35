'use client'
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { type FormEvent, useRef, useState } from 'react'
import { ProblemAlert } from '#app/_components/problem-alert.tsx'
import { Section } from '#app/_components/section.tsx'
import { newSearchText as text } from '#app/_text/saved-searches.ts'
import { call } from '#lib/client/api.ts'
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
  const isMounted = useMounted()
  const [isMissing, setMissing] = useState(false)
  const save = useMutation({
    mutationFn: (name: string) => retrying(() => call('saveSearch', { body: { name, filter } })),
    onSuccess: async () => {
      notifications.show({ color: 'teal', message: text.saved })
      await client.invalidateQueries({ queryKey: ['saved-searches'] })
      router.push('/saved-searches')
    },
  })
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
          />
          <ProblemAlert error={save.error} />
          <Group>
            <Button type="submit" disabled={!isMounted} loading={save.isPending || save.isSuccess}>
              {isIssue ? text.follow : text.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  )
}
