'use client'
import type { ReplyOf } from '#lib/client/api.ts'
import { Copyable } from '../../../_components/copyable.tsx'
import { Facts } from '../../../_components/facts.tsx'
import { Section } from '../../../_components/section.tsx'
import { walletText } from '../../../_text/workspace.ts'
import { TestMoney } from './test-money.tsx'

export function WalletCard({ wallet }: { wallet: NonNullable<ReplyOf<'getClientDashboard'>['wallet']> }) {
  return (
    <div id="wallet" style={{ scrollMarginTop: 72 }}>
      <Section title={walletText.title}>
        <Facts
          facts={[
            { label: walletText.address, value: <Copyable value={wallet.address} label={walletText.address} /> },
            { label: walletText.network, value: wallet.blockchain },
          ]}
        />
        <TestMoney address={wallet.address} />
      </Section>
    </div>
  )
}
