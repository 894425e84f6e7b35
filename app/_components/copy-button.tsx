'use client'
import { ActionIcon, CopyButton as Clipboard } from '@mantine/core'
import { commonText } from '../_text/common.ts'
import { Icon } from './icon.tsx'

/** Puts a value on the clipboard and says so. */
export function CopyButton({ value, label }: { value: string; label: string }) {
  return (
    <Clipboard value={value} timeout={2_000}>
      {({ copied, copy }) => (
        <ActionIcon
          variant="subtle"
          color={copied ? 'teal' : 'gray'}
          size="sm"
          aria-label={copied ? commonText.copied : `${commonText.copy}: ${label}`}
          title={copied ? commonText.copied : commonText.copy}
          onClick={copy}
        >
          <Icon name={copied ? 'check' : 'copy'} size={14} />
        </ActionIcon>
      )}
    </Clipboard>
  )
}
