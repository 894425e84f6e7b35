'use client'
import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { ApiError } from '#lib/client/api.ts'

type Words = { done: string; undo: string; undone: string; failed: string }

/** Says what was deleted, with a button that brings it back once; it stays long enough to be reached by keyboard. */
export function showUndo(words: Words, undo: () => Promise<unknown>): void {
  const id = crypto.randomUUID()
  let isAsked = false
  const bringBack = async () => {
    // The toast takes a moment to go, in which its button can be pressed again.
    if (isAsked) return
    isAsked = true
    notifications.hide(id)
    try {
      await undo()
      notifications.show({ color: 'teal', message: words.undone })
    } catch (error) {
      const reason = error instanceof ApiError ? error.problem.detail : ''
      notifications.show({ color: 'red', message: `${words.failed} ${reason}`.trim(), autoClose: false })
    }
  }
  notifications.show({
    id,
    autoClose: 20_000,
    message: (
      <Group justify="space-between" wrap="nowrap">
        <Text fz="sm" style={{ overflowWrap: 'anywhere' }}>
          {words.done}
        </Text>
        <Button size="compact-sm" variant="default" flex="none" onClick={bringBack}>
          {words.undo}
        </Button>
      </Group>
    ),
  })
}
