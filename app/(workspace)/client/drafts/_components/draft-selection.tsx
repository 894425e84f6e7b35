'use client'
import { Checkbox, Group, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ConfirmAction } from '#app/_components/confirm-action.tsx'
import { draftsText as text } from '#app/_text/drafts.ts'
import type { RefusedDeletion } from '#lib/client/delete-drafts.ts'
import classes from './draft-list.module.css'
import { useDeletion } from './use-deletion.ts'

type DraftSelectionProps = {
  selected: readonly { id: string; title: string }[]
  count: number
  onAll: (isOn: boolean) => void
  onDeleted: (refused: RefusedDeletion[]) => void
}

/** What can be done with the chosen drafts. */
export function DraftSelection({ selected, count, onAll, onDeleted }: DraftSelectionProps) {
  const client = useQueryClient()
  const deleteAll = useDeletion()
  const removal = useMutation({
    mutationFn: async (_key: string) => {
      const { refused, error } = await deleteAll(selected)
      if (error) throw error
      return refused
    },
    onSuccess: onDeleted,
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
