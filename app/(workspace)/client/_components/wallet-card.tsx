'use client'
import { Anchor, Text } from '@mantine/core'
import type { ReplyOf } from '#lib/client/api.ts'
import { Copyable } from '../../../_components/copyable.tsx'
import { Facts } from '../../../_components/facts.tsx'
import { Section } from '../../../_components/section.tsx'
import { useClient } from '../../../_providers.tsx'
import { walletText } from '../../../_text/workspace.ts'
import { WalletCreation } from './wallet-creation.tsx'

export function WalletCard({ wallet }: { wallet: ReplyOf<'getClientDashboard'>['wallet'] }) {
  const { config } = useClient()
  if (!wallet) return <WalletCreation />
  const faucetUrl = config.faucetUrl && `${config.faucetUrl}?${new URLSearchParams({ address: wallet.address })}`
  return (
    <Section title={walletText.title}>
      <Facts
        facts={[
          { label: walletText.address, value: <Copyable value={wallet.address} label={walletText.address} /> },
          { label: walletText.network, value: wallet.blockchain },
        ]}
      />
      <Text c="dimmed" mt="md">
        {walletText.faucet}{' '}
        {faucetUrl && (
          <Anchor href={faucetUrl} target="_blank" rel="noreferrer" underline="always">
            {walletText.faucetLink}
          </Anchor>
        )}
      </Text>
    </Section>
  )
}
