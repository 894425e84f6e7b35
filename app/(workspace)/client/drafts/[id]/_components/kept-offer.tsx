'use client'
import { Alert, Button, Group, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { focusInSight } from '#app/_components/focus-field.ts'
import { wizardText } from '#app/_text/wizard.ts'
import type { Draft } from './draft.ts'
import { toValues } from './draft-values.ts'
import { type KeptValues, keepValues, readKept, saveAlike } from './kept-values.ts'

const text = wizardText.kept

type KeptNoteProps = { draft: Draft; isDirty: boolean; onRestore: (kept: KeptValues) => void }

/** Puts back what this tab kept of an earlier visit, so that what is typed next replaces none of it, and says so. */
export function KeptNote({ draft, isDirty, onRestore }: KeptNoteProps) {
  const [version, setVersion] = useState<number>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked for once; what is typed later is kept by the form
  useEffect(() => {
    const saved = toValues(draft)
    const { typed, ...kept } = readKept(sessionStorage, draft.id, saved)
    const isTyped = typed !== undefined && !saveAlike(typed.values, saved)
    if (isTyped) setVersion(typed.version)
    const unsaved = { ...kept, ...(isTyped && { typed }) }
    // What was saved after all, by a request whose answer was lost, is not kept any longer.
    keepValues(sessionStorage, draft.id, unsaved)
    onRestore(unsaved)
  }, [])
  if (version === undefined || !isDirty) return null
  return (
    <Alert color="blue" role="status" title={text.restoredTitle} data-kept="">
      {text.restored} {version !== draft.version && text.older}
    </Alert>
  )
}

/** Offers what gave way to a newer version; only the fields that were typed come back. */
export function KeptOffer({ onRestore, onForget }: { onRestore: () => void; onForget: () => void }) {
  return (
    <Alert ref={focusInSight} tabIndex={-1} color="blue" role="status" title={text.title} data-kept="">
      <Text mb="sm">{text.text}</Text>
      <Group gap="sm">
        <Button size="xs" onClick={onRestore}>
          {text.restore}
        </Button>
        <Button size="xs" variant="default" onClick={onForget}>
          {text.forget}
        </Button>
      </Group>
    </Alert>
  )
}
