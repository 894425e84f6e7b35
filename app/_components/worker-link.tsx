import Link from 'next/link'
import { shorten } from '../_shorten.ts'
import { CopyButton } from './copy-button.tsx'
import classes from './copyable.module.css'

type WorkerLinkProps = { address: string; name: string | null; label: string }

/** A worker by its public name or its address, with its public record one click away. */
export function WorkerLink({ address, name, label }: WorkerLinkProps) {
  return (
    <span className={classes.copyable} data-short data-value={address}>
      <Link
        href={`/workers/${address}`}
        prefetch={false}
        className={name === null ? `mono ${classes.link}` : classes.link}
        title={address}
      >
        {name ?? shorten(address)}
      </Link>
      <CopyButton value={address} label={label} />
    </span>
  )
}
