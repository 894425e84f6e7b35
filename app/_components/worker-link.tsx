import { Anchor } from '@mantine/core'
import Link from 'next/link'
import { shorten } from '../_shorten.ts'
import { CopyButton } from './copy-button.tsx'
import classes from './copyable.module.css'

type WorkerLinkProps = { address: string; name: string | null; label: string }

/** A worker by its public name or its address, with its public record one click away. */
export function WorkerLink({ address, name, label }: WorkerLinkProps) {
  return (
    <span className={classes.copyable} data-short data-value={address}>
      <Anchor
        component={Link}
        href={`/workers/${address}`}
        className={name === null ? 'mono' : undefined}
        title={address}
      >
        {name ?? shorten(address)}
      </Anchor>
      <CopyButton value={address} label={label} />
    </span>
  )
}
