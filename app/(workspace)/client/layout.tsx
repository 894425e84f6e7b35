import type { ReactNode } from 'react'
import { requireCapability } from '#lib/usecases/context.ts'
import { readPage } from '../../_session.ts'
import { WalletBridge } from './_components/wallet-bridge.tsx'

export default async function ClientLayout({ children }: { children: ReactNode }) {
  await readPage(async (ctx) => requireCapability(ctx, 'client'))
  return (
    <>
      <WalletBridge />
      {children}
    </>
  )
}
