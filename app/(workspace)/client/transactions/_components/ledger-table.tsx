import { Text } from '@mantine/core'
import { MoneyText } from '#app/_components/money-text.tsx'
import { ledgerText as text } from '#app/_text/ledger.ts'
import type { ReplyOf } from '#lib/client/api.ts'
import classes from '../../_components/list-table.module.css'
import { LedgerRow } from './ledger-row.tsx'

type LedgerTableProps = {
  entries: ReplyOf<'listLedger'>['data']
  opened: readonly string[]
  /** Given once the oldest row is shown, to name what the wallet held before it. */
  record: ReplyOf<'summarizeLedger'>['record']
}

/** A statement: each movement with the balance after it, the newest first. */
export function LedgerTable({ entries, opened, record }: LedgerTableProps) {
  const { columns } = text
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{columns.movement}</th>
          <th scope="col">{columns.date}</th>
          <th scope="col" className={classes.amount}>
            {columns.in}
          </th>
          <th scope="col" className={classes.amount}>
            {columns.out}
          </th>
          <th scope="col" className={classes.amount}>
            {columns.balance}
          </th>
          <th scope="col">{columns.transaction}</th>
          <td />
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <LedgerRow
            key={entry.transaction_id ?? entry.id}
            entry={entry}
            isOpen={entry.transaction_id !== null && opened.includes(entry.transaction_id)}
          />
        ))}
        {record && (
          <tr>
            <th scope="row" className={classes.lead}>
              <Text fw={600}>{text.opening}</Text>
              <Text c="dimmed" fz="xs" mt={2}>
                {text.openingNote(record.from_block)}
              </Text>
            </th>
            <td data-label={columns.date} />
            <td />
            <td />
            <td className={classes.amount} data-label={columns.balance}>
              <MoneyText money={record.opening_balance} />
            </td>
            <td />
            <td />
          </tr>
        )}
      </tbody>
    </table>
  )
}
