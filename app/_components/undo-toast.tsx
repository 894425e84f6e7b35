'use client'
import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'

type Words = { done: string; undo: string; undone: string; failed: string }

/** Says what was deleted, with a button that brings it back; it stays long enough to be reached by keyboard. */
export function showUndo(words: Words, undo: () => Promise<unknown>): void {
  const id = crypto.randomUUID()
  const bringBack = async () => {
    notifications.hide(id)
    try {
      await undo()
      notifications.show({ color: 'teal', message: words.undone })
    } catch {
      notifications.show({ color: 'red', message: words.failed, autoClose: false })
    }
  }
  notifications.show({
    id,
    autoClose: 20_000,
    message: (
      <Group justify="space-between" wrap="nowrap">
        <Text fz="sm">{words.done}</Text>
        <Button size="compact-sm" variant="default" onClick={bringBack}>
          {words.undo}
        </Button>
      </Group>
    ),
  })
}
