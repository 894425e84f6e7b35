'use client'
import { Box, Group, Text, Textarea } from '@mantine/core'
import { useEffect, useState } from 'react'
import { CopyButton } from '#app/_components/copy-button.tsx'
import { draftText } from '#app/_text/drafts.ts'
import type { Draft } from './draft.ts'
import { toValues } from './draft-values.ts'
import { changedFields, readable, readKept, withTyped } from './kept-values.ts'

const { keptLabel, keptName } = draftText.gone

/** What this tab kept of a draft that can no longer be changed, to be copied; nothing where all was saved. */
export function KeptWords({ draft, text }: { draft: Draft; text: string }) {
  const [words, setWords] = useState('')
  useEffect(() => {
    const saved = toValues(draft)
    const { typed, offered } = readKept(sessionStorage, draft.id, saved)
    const kept = typed && offered ? withTyped(typed.values, offered) : (typed ?? offered)?.values
    if (kept)
      setWords(
        changedFields(kept, saved)
          .map((name) => readable(kept[name]))
          .join('\n\n'),
      )
  }, [draft])
  if (!words) return null
  return (
    <Box w="100%" mt="lg" data-kept-words="">
      <Group justify="space-between" wrap="nowrap" mb="xs">
        <Text>{text}</Text>
        <CopyButton value={words} label={keptName} />
      </Group>
      <Textarea aria-label={keptLabel} value={words} readOnly autosize maxRows={12} />
    </Box>
  )
}
