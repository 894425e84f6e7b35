'use client'
import { Checkbox, Group, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ConfirmAction } from '#app/_components/confirm-action.tsx'
import { draftsText as text } from '#app/_text/drafts.ts'
import { call } from '#lib/client/api.ts'
import { deleteDrafts, type RefusedDeletion } from '#lib/client/delete-drafts.ts'
import { retrying } from '#lib/client/retrying.ts'
import classes from './draft-list.module.css'
import { useUndoDeletion } from './use-undo-deletion.ts'

type DraftSelectionProps = {
  selected: readonly { id: string; title: string }[]
  count: number
  onAll: (isOn: boolean) => void
  onDeleted: (refused: RefusedDeletion[]) => void
}

/** What can be done with the chosen drafts. */
export function DraftSelection({ selected, count, onAll, onDeleted }: DraftSelectionProps) {
  const client = useQueryClient()
  const offerUndo = useUndoDeletion()
  const removal = useMutation({
    mutationFn: (_key: string) =>
      deleteDrafts(
        selected.map(({ id }) => id),
        (id) => retrying(() => call('deleteDraft', { params: { id } })),
      ),
    onSuccess: ({ deleted, refused }) => {
      offerUndo(selected.filter(({ id }) => deleted.includes(id)))
      onDeleted(refused)
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['drafts'] }),
  })
  const isNone = selected.length === 0
  return (
    <Group className={classes.selection} gap="sm" justify="space-between">
      <Group gap="sm">
        <Checkbox
          label={text.selectAll}
          checked={selected.length === count}
          indeterminate={!isNone && selected.length < count}
          onChange={(event) => onAll(event.currentTarget.checked)}
        />
        <Text c="dimmed" fz="sm" role="status">
          {!isNone && text.selected(selected.length)}
        </Text>
      </Group>
      <ConfirmAction
        run={removal}
        words={{ ...text.deletion, title: text.deletion.title(selected.length) }}
        button={{ size: 'xs', disabled: isNone }}
        color="red.9"
        label={text.deletion.label(selected.length)}
      />
    </Group>
  )
}
