import { cookies } from 'next/headers'
import type { ReactNode } from 'react'
import { toTourState, tourCookie } from '#lib/client/tour-state.ts'
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
  const tour = toTourState((await cookies()).get(tourCookie)?.value)
  return (
    <ChainProvider>
      <WalletBridge hasWallet={hasWallet} />
      <PendingIssueBanner />
      <TourDock initial={tour} />
      {children}
    </ChainProvider>
  )
}
