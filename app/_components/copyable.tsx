'use client'
import { ActionIcon, CopyButton, Tooltip } from '@mantine/core'
import { commonText } from '../_text/common.ts'
import classes from './copyable.module.css'
import { Icon } from './icon.tsx'

/** A value in full for the clipboard; long ones may be shown shortened. */
export function Copyable({ value, label, short = false }: { value: string; label: string; short?: boolean }) {
  return (
    <span className={classes.copyable}>
      <span className="mono" title={short ? value : undefined}>
        {short ? shorten(value) : value}
      </span>
      <CopyButton value={value} timeout={2_000}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? commonText.copied : commonText.copy}>
            <ActionIcon
              variant="subtle"
              color={copied ? 'teal' : 'gray'}
              size="sm"
              aria-label={copied ? commonText.copied : `${commonText.copy}: ${label}`}
              onClick={copy}
            >
              <Icon name={copied ? 'check' : 'copy'} size={14} />
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </span>
  )
}

function shorten(value: string): string {
  return value.length > 20 ? `${value.slice(0, 10)}…${value.slice(-8)}` : value
}
