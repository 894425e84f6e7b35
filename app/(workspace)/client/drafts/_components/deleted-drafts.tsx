'use client'
import { Button, Group, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { ProblemAlert } from '#app/_components/problem-alert.tsx'
import { useNow } from '#app/_components/use-now.ts'
import { draftsText as text } from '#app/_text/drafts.ts'
import { type DeletedDraft, readDeleted } from '#lib/client/deleted-drafts.ts'
import { visible } from '#lib/client/readable.ts'
import { useRestore } from './use-deletion.ts'

/** What this tab deleted and can still bring back; `only` names a single draft. */
export function DeletedDrafts({ only }: { only?: string }) {
  const now = useNow()
  if (now === undefined) return null
  return readDeleted(sessionStorage, now)
    .filter(({ id }) => only === undefined || id === only)
    .map((draft) => <DeletedLine key={draft.id} draft={draft} />)
}

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' })

function DeletedLine({ draft: { id, title, until } }: { draft: DeletedDraft }) {
  const bringBack = useRestore()
  const undo = useMutation({ mutationFn: () => bringBack([id]) })
  return (
    <div data-deleted-draft={id}>
      <Group gap="sm">
        <Text c="dimmed" fz="sm" style={{ overflowWrap: 'anywhere' }}>
          {text.deleted(visible(title), clock.format(until))}
        </Text>
        <Button
          variant="default"
          size="compact-sm"
          loading={undo.isPending || undo.isSuccess}
          aria-label={text.undoOf(visible(title))}
          onClick={() => undo.mutate()}
        >
          {text.undo}
        </Button>
      </Group>
      <ProblemAlert error={undo.error} />
    </div>
  )
}
