'use client'
import { Alert, Button, Group, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { focusInSight } from '#app/_components/focus-field.ts'
import { wizardText } from '#app/_text/wizard.ts'
import type { Draft } from './draft.ts'
import { toValues } from './draft-values.ts'
import { forgetValues, type KeptValues, readKept, saveAlike } from './kept-values.ts'

const text = wizardText.kept

type KeptOfferProps = {
  draft: Draft
  /** Whether to ask before it is put back, as where a newer version was just chosen instead. */
  isOffered: boolean
  isDirty: boolean
  onRestore: (kept: KeptValues) => void
}

/** Puts back what this tab kept of an earlier visit, or offers it, so that what is typed next replaces none of it. */
export function KeptOffer({ draft, isOffered, isDirty, onRestore }: KeptOfferProps) {
  const [kept, setKept] = useState<KeptValues>()
  const older = kept && kept.version !== draft.version && text.older
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked for once; what is typed later is kept by the form
  useEffect(() => {
    const saved = toValues(draft)
    const found = readKept(sessionStorage, draft.id, saved)
    if (found && !saveAlike(found.values, saved)) {
      setKept(found)
      if (!isOffered) onRestore(found)
    } else forgetValues(sessionStorage, draft.id)
  }, [])
  if (!kept) return null
  if (!isOffered)
    return isDirty ? (
      <Alert color="blue" role="status" title={text.restoredTitle} data-kept="">
        {text.restored} {older}
      </Alert>
    ) : null
  const close = () => setKept(undefined)
  return (
    <Alert ref={focusInSight} tabIndex={-1} color="blue" role="status" title={text.title} data-kept="">
      <Text mb="sm">
        {text.text} {older}
      </Text>
      <Group gap="sm">
        <Button
          size="xs"
          onClick={() => {
            onRestore(kept)
            close()
          }}
        >
          {text.restore}
        </Button>
        <Button
          size="xs"
          variant="default"
          onClick={() => {
            if (!isDirty) forgetValues(sessionStorage, draft.id)
            close()
          }}
        >
          {text.forget}
        </Button>
      </Group>
    </Alert>
  )
}
