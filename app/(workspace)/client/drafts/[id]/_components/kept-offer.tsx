'use client'
import { Alert, Button, Group, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { wizardText } from '#app/_text/wizard.ts'
import type { Draft } from './draft.ts'
import { toValues } from './draft-values.ts'
import { forgetValues, type KeptValues, readKept, saveAlike } from './kept-values.ts'

const text = wizardText.kept

type KeptOfferProps = { draft: Draft; isDirty: boolean; onRestore: (kept: KeptValues) => void }

/** Offers back what this tab kept of an earlier visit. */
export function KeptOffer({ draft, isDirty, onRestore }: KeptOfferProps) {
  const [kept, setKept] = useState<KeptValues>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked for once; what is typed later is kept by the form
  useEffect(() => {
    const saved = toValues(draft)
    const found = readKept(sessionStorage, draft.id, saved)
    if (found && !saveAlike(found.values, saved)) setKept(found)
    else forgetValues(sessionStorage, draft.id)
  }, [])
  if (!kept) return null
  const close = () => setKept(undefined)
  return (
    <Alert color="blue" role="status" title={text.title} data-kept="">
      <Text mb="sm">
        {text.text} {kept.version !== draft.version && text.older}
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
