import { Badge, Text } from '@mantine/core'
import { Copyable } from '#app/_components/copyable.tsx'
import { MoneyText } from '#app/_components/money-text.tsx'
import { accountsText as text } from '#app/_text/accounts.ts'
import classes from './accounts.module.css'
import type { JobAccounts } from './job.ts'
import { PaymentTransaction } from './payment-transaction.tsx'

const { columns, kinds, roles } = text

/** The payments with their sum, what is held, and below both what was funded. */
export function AccountsTable({ accounts }: { accounts: JobAccounts }) {
  const { funded, paid, held, payments } = accounts
  return (
    <table className={classes.table}>
      <thead className={classes.names}>
        <tr>
          <th scope="col">{columns.payment}</th>
          <th scope="col">{columns.to}</th>
          <th scope="col">{columns.transaction}</th>
          <th scope="col" className={classes.amount}>
            {columns.amount}
          </th>
        </tr>
      </thead>
      <tbody>
        {payments.map((payment) => (
          <PaymentRow key={payment.transaction_hash + payment.kind + payment.to} payment={payment} />
        ))}
        {payments.length === 0 && (
          <tr className={classes.payment}>
            <td colSpan={4}>
              <Text c="dimmed">{text.nothingPaid}</Text>
            </td>
          </tr>
        )}
      </tbody>
      <tfoot>
        <SumRow label={text.paid} sum={paid} className={classes.ruled} />
        <SumRow label={text.held} sum={held} />
        <SumRow label={text.funded} sum={funded} className={classes.ruled} isTotal />
      </tfoot>
    </table>
  )
}

function PaymentRow({ payment }: { payment: JobAccounts['payments'][number] }) {
  const { kind, to, role, amount, deferred, transaction_hash: hash } = payment
  return (
    <tr data-payment={kind} className={`${classes.row} ${classes.payment}`}>
      <th scope="row" className={classes.strong}>
        {kinds[kind]} {deferred && <Badge color="orange">{text.deferred}</Badge>}
      </th>
      <td className={classes.detail}>
        <span className={classes.role}>{roles[role]}</span> <Copyable value={to} label={text.address} short />
      </td>
      <td className={classes.detail}>
        <span className={classes.name} aria-hidden="true">
          {columns.transaction}
        </span>{' '}
        <PaymentTransaction hash={hash} />
      </td>
      <td className={classes.amount}>
        <MoneyText money={amount} />
      </td>
    </tr>
  )
}

type SumRowProps = { label: string; sum: JobAccounts['funded']; className?: string | undefined; isTotal?: boolean }

function SumRow({ label, sum, className = '', isTotal = false }: SumRowProps) {
  const weight = isTotal ? classes.strong : ''
  return (
    <tr className={`${classes.row} ${className}`}>
      <th scope="row" colSpan={3} className={weight}>
        {label}
      </th>
      <td className={`${classes.amount} ${weight}`}>
        <MoneyText money={sum} />
      </td>
    </tr>
  )
}
