import { Anchor, Group } from '@mantine/core'
import { journalText as text } from '../_text/journal.ts'
import buttons from './button.module.css'

/** Downloads of the reader's own books; the server names the file. */
export function JournalLinks() {
  return (
    <Group gap="xs">
      <Download format="csv" label={text.csv} />
      <Download format="jsonl" label={text.jsonLines} />
    </Group>
  )
}

function Download({ format, label }: { format: 'csv' | 'jsonl'; label: string }) {
  return (
    <Anchor
      href={`/api/v1/journal/${format}/`}
      download
      className={buttons.button}
      data-variant="default"
      data-size="xs"
      underline="never"
    >
      {label}
    </Anchor>
  )
}
