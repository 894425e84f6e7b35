'use client'
import { useState } from 'react'
import { DraftForm } from './draft-form.tsx'
import type { Draft } from './draft-page-view.tsx'

/**
 * Shows the form of the newest version, but keeps the version that somebody is editing: what arrives meanwhile must not
 * wipe out what they typed.
 */
export function DraftEditor({ draft, onDirtyChange }: { draft: Draft; onDirtyChange: (isDirty: boolean) => void }) {
  const [edited, setEdited] = useState<Draft | null>(null)
  const shown = edited ?? draft
  return (
    <DraftForm
      key={shown.version}
      draft={shown}
      onDirtyChange={(isDirty) => {
        setEdited(isDirty ? shown : null)
        onDirtyChange(isDirty)
      }}
    />
  )
}
