import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { isHalted } from '#lib/usecases/chain/is-halted.ts'
import { requireUser } from '#lib/usecases/context.ts'
import { clientConfig } from '../_client-config.ts'
import { Providers } from '../_providers.tsx'
import { readPage } from '../_session.ts'
import { HaltedBar } from './_components/halted-bar.tsx'
import { WorkspaceShell } from './_components/workspace-shell.tsx'

export const metadata: Metadata = { robots: { index: false } }

export default async function WorkspaceLayout({ children }: { children: ReactNode }) {
  const { user, halted } = await readPage(async (ctx) => ({ user: requireUser(ctx), halted: await isHalted(ctx) }))
  const { userId, capabilities } = user
  return (
    <Providers config={clientConfig()}>
      <WorkspaceShell userId={userId} capabilities={[...capabilities]}>
        {halted && <HaltedBar hasJobs={capabilities.includes('client')} />}
        {children}
      </WorkspaceShell>
    </Providers>
  )
}
