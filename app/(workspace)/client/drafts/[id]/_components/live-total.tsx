'use client'
import { Anchor, Text } from '@mantine/core'
import Link from 'next/link'
import { MoneyText } from '#app/_components/money-text.tsx'
import { useClient } from '#app/_providers.tsx'
import { wizardText } from '#app/_text/wizard.ts'
import { useTokenBalance } from '#lib/client/chain/hooks.ts'
import { moneyText, toMoney } from '#lib/domain/money.ts'
import type { DraftValues } from './draft-form-values.ts'
import classes from './draft-page.module.css'
import { countOf } from './draft-values.ts'
import { totalOf } from './typed-terms.ts'

const text = wizardText.total

/** What the typed numbers come to, and what they mean for the wallet. */
export function LiveTotal({ values }: { values: DraftValues }) {
  const { config } = useClient()
  const { data: balance } = useTokenBalance(config)
  const total = totalOf(values)
  if (!total) return <Text c="dimmed">{text.unknown}</Text>
  const isShort = balance !== undefined && balance < total.locked
  return (
    <div className={classes.liveTotal} data-total={isShort ? 'short' : 'covered'}>
      <Row label={text.reward} units={total.reward} />
      <Row
        label={text.fees(countOf(values.verifiers), countOf(values.maxAttempts), moneyText(toMoney(total.fee)))}
        units={total.fees}
      />
      <div className={`${classes.row} ${classes.total}`}>
        <span>{text.locked}</span>
        <MoneyText money={toMoney(total.locked)} />
      </div>
      <Row label={text.unused} units={total.unused} />
      <Row label={text.nobody} units={total.locked} />
      {balance !== undefined && <Row label={text.wallet} units={balance} />}
      {balance !== undefined && !isShort && <Row label={text.after} units={balance - total.locked} />}
      <div role="status">
        {isShort && (
          <Text className={classes.short}>
            {text.missing} <MoneyText money={toMoney(total.locked - balance)} />.{' '}
            <Anchor component={Link} href="/client#wallet" fw={600} underline="always">
              {text.testMoney}
            </Anchor>
          </Text>
        )}
      </div>
    </div>
  )
}

function Row({ label, units }: { label: string; units: bigint }) {
  return (
    <div className={classes.row}>
      <span>{label}</span>
      <MoneyText money={toMoney(units)} />
    </div>
  )
}
