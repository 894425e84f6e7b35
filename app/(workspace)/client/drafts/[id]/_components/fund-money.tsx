'use client'
import { Anchor, Text } from '@mantine/core'
import Link from 'next/link'
import { MoneyText } from '#app/_components/money-text.tsx'
import { useClient } from '#app/_providers.tsx'
import { challengeText } from '#app/_text/challenges.ts'
import { wizardText } from '#app/_text/wizard.ts'
import { useTokenBalance } from '#lib/client/chain/hooks.ts'
import { parseAmount, toMoney } from '#lib/domain/money.ts'
import type { Draft } from './draft.ts'
import classes from './draft-page.module.css'

/**
 * What the wallet holds and, until the payment may be on its way, what will be left of it; nothing once the money is
 * locked. The chain shows a payment before the service knows of it.
 */
export function FundMoney({ draft }: { draft: Draft }) {
  const { config } = useClient()
  const { data: balance } = useTokenBalance(config)
  if (draft.state === 'FUNDED' || balance === undefined) return null
  const budget = parseAmount((draft.snapshot?.budget ?? draft.budget).amount)
  const now = (
    <div className={classes.row}>
      <span>{challengeText.balance}</span>
      <MoneyText money={toMoney(balance)} />
    </div>
  )
  if (draft.state === 'FUNDING') return now
  return (
    <div data-wallet={balance < budget ? 'short' : 'enough'}>
      {now}
      {balance >= budget ? (
        <div className={classes.row}>
          <span>{challengeText.after}</span>
          <MoneyText money={toMoney(balance - budget)} />
        </div>
      ) : (
        <Text className={classes.short}>
          {wizardText.total.missing} <MoneyText money={toMoney(budget - balance)} />.{' '}
          <Anchor component={Link} href="/client#wallet" fw={600} underline="always">
            {wizardText.total.testMoney}
          </Anchor>
        </Text>
      )}
    </div>
  )
}
