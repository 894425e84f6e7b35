import { Text } from '@mantine/core'
import { Copyable } from '#app/_components/copyable.tsx'
import classes from '#app/_components/lines.module.css'
import { MoneyText } from '#app/_components/money-text.tsx'
import { OutsideLink } from '#app/_components/outside-link.tsx'
import { StateBadge } from '#app/_components/state-badge.tsx'
import { TimeText } from '#app/_components/time-text.tsx'
import { agentWalletText, withdrawalsText as text } from '#app/_text/withdrawals.ts'
import type { ReplyOf } from '#lib/client/api.ts'

export type Withdrawal = ReplyOf<'listWithdrawals'>['data'][number]

export function WithdrawalLine({ withdrawal }: { withdrawal: Withdrawal }) {
  const { amount, destination, transaction_hash: hash, explorer_url: explorerUrl, failure } = withdrawal
  const reconciling = reconcilingOf(withdrawal)
  return (
    <li className={classes.line} data-withdrawal={withdrawal.state}>
      <div className={classes.about}>
        <Text fw={600}>
          <MoneyText money={amount} />
        </Text>
        <Text c="dimmed" fz="xs" component="div">
          {text.to} <Copyable value={destination} label={text.toLabel} short /> ·{' '}
          <TimeText at={withdrawal.ended_at ?? withdrawal.created_at} />
        </Text>
        {hash && (
          <Text c="dimmed" fz="xs" component="div">
            {withdrawal.block_number && `${agentWalletText.block} ${withdrawal.block_number} · `}
            <Copyable value={hash} label={agentWalletText.transaction} short />{' '}
            {explorerUrl && <OutsideLink href={explorerUrl}>{agentWalletText.explorer}</OutsideLink>}
          </Text>
        )}
        {failure && (
          <Text c="var(--mantine-color-error)">
            {failure.detail} <span className="mono">{failure.code}</span>
          </Text>
        )}
        {reconciling ? (
          <Text>{reconciling}</Text>
        ) : (
          withdrawal.next_actions.map((action) => <Text key={action.code}>{action.text}</Text>)
        )}
      </div>
      <StateBadge state={withdrawal.state} />
    </li>
  )
}

/** What is being found out, where no step of the owner and no failure says so. */
function reconcilingOf({ state, reconciling, failure }: Withdrawal): string | undefined {
  if (!reconciling || failure || state === 'IN_DOUBT') return undefined
  return state === 'CONFIRMED' ? text.unplaced : text.reconciling
}
