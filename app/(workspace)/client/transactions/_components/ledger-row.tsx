import { Anchor, Button, Group, Text } from '@mantine/core'
import Link from 'next/link'
import { useId, useState } from 'react'
import { Copyable } from '#app/_components/copyable.tsx'
import { MoneyText } from '#app/_components/money-text.tsx'
import { StateBadge } from '#app/_components/state-badge.tsx'
import { TimeText } from '#app/_components/time-text.tsx'
import { ledgerText as text } from '#app/_text/ledger.ts'
import type { ReplyOf } from '#lib/client/api.ts'
import type { Money } from '#lib/domain/money.ts'
import classes from '../../_components/list-table.module.css'
import { TransactionDetails } from './transaction-details.tsx'

type Entry = ReplyOf<'listLedger'>['data'][number]

/** One movement; a call that was prepared here opens to everything known of it. */
export function LedgerRow({ entry, isOpen: isOpenFirst }: { entry: Entry; isOpen: boolean }) {
  const [isOpen, setOpen] = useState(isOpenFirst)
  const details = useId()
  const { columns } = text
  const hasMoved = entry.is_final && (entry.money_in ?? entry.money_out) !== null
  return (
    <>
      <tr data-kind={entry.kind}>
        <th scope="row" className={classes.lead}>
          <Group gap="xs">
            <Text fw={600}>{text.kinds[entry.kind]}</Text>
            {(entry.state !== 'CONFIRMED' || !entry.is_final) && <StateBadge state={entry.state} />}
          </Group>
          <About entry={entry} />
        </th>
        <td data-label={columns.date}>
          <TimeText at={entry.at} />
        </td>
        <Amount label={columns.in} money={entry.money_in} pending={entry.pending_in} state={entry.state} />
        <Amount label={columns.out} money={entry.money_out} pending={entry.pending_out} state={entry.state} />
        <Amount label={columns.balance} money={entry.balance} none={hasMoved ? text.unknownBalance : text.none} />
        <td data-label={columns.transaction} data-empty={entry.transaction_hash === null}>
          {entry.transaction_hash ? (
            <Copyable value={entry.transaction_hash} label={text.hash} short />
          ) : (
            <span className={classes.none}>{text.none}</span>
          )}
        </td>
        <td className={classes.action}>
          {entry.transaction_id && (
            <Button
              variant="subtle"
              size="compact-xs"
              aria-expanded={isOpen}
              aria-controls={isOpen ? details : undefined}
              aria-label={text.detailsOf(text.kinds[entry.kind], entry.title)}
              onClick={() => setOpen(!isOpen)}
            >
              {text.details}
            </Button>
          )}
        </td>
      </tr>
      {isOpen && entry.transaction_id && (
        <tr id={details} className={classes.details}>
          <td colSpan={7}>
            <TransactionDetails id={entry.transaction_id} />
          </td>
        </tr>
      )}
    </>
  )
}

type AmountProps = {
  label: string
  money: Money | null
  none?: string
  /** What has not moved, or is not on record: never to be read as what came in or went out. */
  pending?: Money | null
  state?: Entry['state']
}

function Amount({ label, money, none = text.none, pending = null, state }: AmountProps) {
  return (
    <td className={classes.amount} data-label={label} data-empty={!money && !pending && none === text.none}>
      {money && <MoneyText money={money} />}
      {pending && (
        <span className={classes.none} data-pending={pending.amount}>
          <MoneyText money={pending} />
          <Text component="span" display="block" fz="xs">
            {state === 'CONFIRMED' ? text.unrecorded : text.pending}
          </Text>
        </span>
      )}
      {!money && !pending && <span className={classes.none}>{none}</span>}
    </td>
  )
}

/** The job or the draft it was for, or whom the money came from or went to. */
function About({ entry }: { entry: Entry }) {
  const { title, onchain_job_id: job, draft_id: draft, counterparty } = entry
  const href = job ? `/client/jobs/${job}` : `/client/drafts/${draft}`
  if (!title && !job && !counterparty) return null
  return (
    <Text c="dimmed" fz="xs" mt={2} component="div">
      {(title ?? job) && (
        <Anchor component={Link} inherit href={href}>
          {title ?? text.job(job ?? '')}
        </Anchor>
      )}
      {title && job && ' · '}
      <span className={classes.whole}>
        {title && job && text.job(job)}
        {entry.has_receipt && (
          <>
            {' · '}
            <Anchor component={Link} inherit href={`/jobs/${job}`}>
              {text.receipt}
            </Anchor>
          </>
        )}
      </span>
      {counterparty && (
        <>
          {entry.money_in ? text.from : text.to} <Copyable value={counterparty} label={text.address} short />
        </>
      )}
    </Text>
  )
}
