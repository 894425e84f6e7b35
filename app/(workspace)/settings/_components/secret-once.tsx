import { Button, Group, Stack, Text } from '@mantine/core'
import { CommandBlock } from '#app/_components/command-block.tsx'

type Words = { text: string; label: string; done: string }

/** A secret that is shown this one time. */
export function SecretOnce({ secret, words, onDone }: { secret: string; words: Words; onDone: () => void }) {
  return (
    <Stack>
      <Text>{words.text}</Text>
      <CommandBlock command={secret} label={words.label} />
      <Group justify="flex-end">
        <Button onClick={onDone}>{words.done}</Button>
      </Group>
    </Stack>
  )
}
