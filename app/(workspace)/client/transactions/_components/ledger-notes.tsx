import { Alert, Text } from '@mantine/core'
import type { ReplyOf } from '#lib/client/api.ts'
import { moneyText } from '#lib/domain/money.ts'
import { ledgerText as text } from '../../../../_text/ledger.ts'

type Summary = ReplyOf<'summarizeLedger'>

/** What the record of the wallet adds up to, or why it names no balance. */
export function LedgerNotes({ summary }: { summary: Summary }) {
  const { wallet, record, money_in, money_out } = summary
  if (!wallet) return null
  if (!record) {
    return (
      <Alert color="gray" role="status" title={text.unread.title}>
        {text.unread.text}
      </Alert>
    )
  }
  const { through_block: block, balance } = record
  return (
    <>
      {!record.is_current && (
        <Alert color="yellow" role="status" title={text.behind.title(block)}>
          {text.behind.text}
        </Alert>
      )}
      <Text className="number" role="status" data-balance={balance.amount}>
        {text.totals(moneyText(money_in), moneyText(money_out), moneyText(balance), block)}
      </Text>
    </>
  )
}
