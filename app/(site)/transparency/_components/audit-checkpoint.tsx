import { Copyable } from '#app/_components/copyable.tsx'
import { Facts } from '#app/_components/facts.tsx'
import { transparencyText } from '#app/_text/transparency.ts'
import type { Transparency } from '../_transparency.ts'

const { audit: text } = transparencyText

export function AuditCheckpoint({ audit }: { audit: NonNullable<Transparency['audit']> }) {
  return (
    <Facts
      facts={[
        { label: text.sequence, value: String(audit.sequence) },
        { label: text.seal, value: <Copyable value={audit.seal} label={text.seal} short /> },
        { label: text.key, value: <Copyable value={audit.public_key} label={text.key} /> },
      ]}
    />
  )
}
