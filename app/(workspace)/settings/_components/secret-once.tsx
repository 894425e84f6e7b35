import { Button, Group, Stack, Text } from '@mantine/core'
import { CommandBlock } from '../../../../_components/command-block.tsx'
import { webhookSecretText as text } from '../../../../_text/webhooks.ts'

/** A secret that is shown this one time. */
export function SecretOnce({ secret, onDone }: { secret: string; onDone: () => void }) {
  return (
    <Stack>
      <Text>{text.text}</Text>
      <CommandBlock command={secret} label={text.label} />
      <Group justify="flex-end">
        <Button onClick={onDone}>{text.done}</Button>
      </Group>
    </Stack>
  )
}
