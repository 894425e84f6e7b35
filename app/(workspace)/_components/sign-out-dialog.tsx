'use client'
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { workspaceText } from '#app/_text/workspace.ts'

const text = workspaceText.unsaved

type SignOutDialogProps = { isOpen: boolean; onStay: () => void; onSignOut: () => void }

/** Asks before signing out forgets what this tab keeps of unsaved forms. */
export function SignOutDialog({ isOpen, onStay, onSignOut }: SignOutDialogProps) {
  return (
    <Modal opened={isOpen} onClose={onStay} title={text.title}>
      <Stack>
        <Text>{text.text}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onSignOut}>
            {text.signOut}
          </Button>
          <Button data-autofocus onClick={onStay}>
            {text.stay}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
