import { Alert, Text } from '@mantine/core'
import { ledgerText as text } from '#app/_text/ledger.ts'
import type { ReplyOf } from '#lib/client/api.ts'
import { moneyText } from '#lib/domain/money.ts'
import classes from '../../_components/list-table.module.css'

type Summary = ReplyOf<'summarizeLedger'>

/** What the record of the wallet adds up to, or why it names no balance. */
export function LedgerFoot({ summary }: { summary: Summary }) {
  const { wallet, record, money_in, money_out } = summary
  if (!wallet) return null
  if (!record) return <Note color="gray" words={text.unread} />
  const { through_block: block, balance } = record
  return (
    <>
      {!record.is_current && (
        <Note color="yellow" words={{ title: text.behind.title(block), text: text.behind.text }} />
      )}
      <Text className={`${classes.totals} number`} fz="sm" role="status" data-balance={balance.amount}>
        {text.totals(moneyText(money_in), moneyText(money_out), moneyText(balance), block)}
      </Text>
    </>
  )
}

function Note({ color, words }: { color: string; words: { title: string; text: string } }) {
  return (
    <Alert color={color} role="status" title={words.title} radius={0}>
      {words.text}
    </Alert>
  )
}
