import type { ReactNode } from 'react'
import { readMe } from '#lib/usecases/auth/read-me.ts'
import { requireCapability } from '#lib/usecases/context.ts'
import { readPage } from '../../_session.ts'
import { ChainProvider } from './_components/chain-provider.tsx'
import { PendingIssueBanner } from './_components/pending-issue-banner.tsx'
import { TourDock } from './_components/tour-dock.tsx'
import { WalletBridge } from './_components/wallet-bridge.tsx'

export default async function ClientLayout({ children }: { children: ReactNode }) {
  const { hasWallet } = await readPage(async (ctx) => {
    requireCapability(ctx, 'client')
    return readMe(ctx)
  })
  return (
    <ChainProvider>
      <WalletBridge hasWallet={hasWallet} />
      <PendingIssueBanner />
      <TourDock />
      {children}
    </ChainProvider>
  )
}
