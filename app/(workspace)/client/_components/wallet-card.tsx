'use client'
import { Text } from '@mantine/core'
import type { Ref } from 'react'
import { Copyable } from '#app/_components/copyable.tsx'
import { Facts } from '#app/_components/facts.tsx'
import { Section } from '#app/_components/section.tsx'
import { walletText } from '#app/_text/workspace.ts'
import type { ReplyOf } from '#lib/client/api.ts'
import { TestMoney } from './test-money.tsx'

type WalletCardProps = { wallet: NonNullable<ReplyOf<'getClientDashboard'>['wallet']>; place: Ref<HTMLDivElement> }

/** The wallet as the chain knows it; `place` can take the focus. */
export function WalletCard({ wallet, place }: WalletCardProps) {
  return (
    <div ref={place} tabIndex={-1} id="wallet" style={{ scrollMarginTop: 72 }}>
      <Section title={walletText.title}>
        <Facts
          facts={[
            { label: walletText.address, value: <Copyable value={wallet.address} label={walletText.address} /> },
            { label: walletText.network, value: wallet.blockchain },
          ]}
        />
        <Text c="dimmed" mt="md">
          {walletText.spending}
        </Text>
        <TestMoney address={wallet.address} />
      </Section>
    </div>
  )
}
