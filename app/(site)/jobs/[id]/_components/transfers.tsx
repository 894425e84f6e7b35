import { Text } from '@mantine/core'
import { Copyable } from '#app/_components/copyable.tsx'
import { Section } from '#app/_components/section.tsx'
import { receiptText } from '#app/_text/receipt.ts'
import { amountText } from '#lib/domain/money.ts'
import type { ProofView } from '../_find-proof.ts'
import classes from './receipt.module.css'

const { money: text } = receiptText
const { columns } = text

/** Every transfer with its place on chain. */
export function Transfers({ proof }: { proof: ProofView }) {
  const { transfers, totals, chain } = proof
  return (
    <Section title={text.title} text={text.text}>
      <table className={classes.table}>
        <thead className={classes.names}>
          <tr>
            <th scope="col">{columns.kind}</th>
            <th scope="col">{columns.to}</th>
            <th scope="col">{columns.place}</th>
            <th scope="col">{columns.transaction}</th>
            <th scope="col" className={classes.amount}>
              {columns.amount}
            </th>
          </tr>
        </thead>
        <tbody>
          {transfers.map(({ kind, to, amount, block_number, log_index, transaction_hash }) => (
            <tr key={`${block_number}/${log_index}`} className={classes.row} data-transfer={kind}>
              <th scope="row" className={classes.strong}>
                {text.kinds[kind]}
              </th>
              <td className={classes.detail}>
                <span className={classes.name}>{columns.to}</span>{' '}
                {to === chain.escrow ? text.escrow : <Copyable value={to} label={text.address} short />}
              </td>
              <td className={classes.detail}>
                <span className={classes.name}>{columns.place}</span>{' '}
                <span className="number">{text.place(block_number, log_index)}</span>
              </td>
              <td className={classes.detail}>
                <span className={classes.name}>{columns.transaction}</span>{' '}
                <Copyable value={transaction_hash} label={text.transaction} short />
              </td>
              <td className={classes.amount}>
                <span className="number">{amountText(BigInt(amount))}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {totals.deferred !== '0' && <Text mt="sm">{text.deferred(amountText(BigInt(totals.deferred)))}</Text>}
    </Section>
  )
}
