import Link from 'next/link'
import { shorten } from '../_shorten.ts'
import { AgentFace } from './agent-face.tsx'
import { CopyButton } from './copy-button.tsx'
import classes from './copyable.module.css'

type WorkerLinkProps = { address: string; name: string | null; label: string }

/** A worker by its address, after its public name if it has one, since two may choose one name; it leads to the record. */
export function WorkerLink({ address, name, label }: WorkerLinkProps) {
  return (
    <span className={classes.copyable} data-short data-value={address}>
      <AgentFace address={address} />
      <Link
        href={`/workers/${address}`}
        prefetch={false}
        className={name === null ? `mono ${classes.link}` : classes.link}
        title={address}
      >
        {name ?? shorten(address)}
      </Link>
      {name !== null && <span className="mono">{shorten(address)}</span>}
      <CopyButton value={address} label={label} />
    </span>
  )
}
