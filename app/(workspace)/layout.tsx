import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { recentForMs } from '#lib/domain/recent-sign-in.ts'
import { readMe } from '#lib/usecases/auth/read-me.ts'
import { isHalted } from '#lib/usecases/chain/is-halted.ts'
import { clientConfig } from '../_client-config.ts'
import { Providers } from '../_providers.tsx'
import { readPage } from '../_session.ts'
import { HaltedBar } from './_components/halted-bar.tsx'
import { WorkspaceShell } from './_components/workspace-shell.tsx'

export const metadata: Metadata = { robots: { index: false } }

export default async function WorkspaceLayout({ children }: { children: ReactNode }) {
  const [me, halted] = await readPage((ctx) => Promise.all([readMe(ctx), isHalted(ctx)]))
  const { user, session, capabilities, name } = me
  return (
    <Providers config={clientConfig()} recentForMs={recentForMs(session.signedInAt)}>
      <WorkspaceShell userId={user.id} name={name ?? user.id.slice(-8)} capabilities={[...capabilities]}>
        {halted && (
          <HaltedBar hasJobs={capabilities.includes('client')} hasAgents={capabilities.includes('agent_owner')} />
        )}
        {children}
      </WorkspaceShell>
    </Providers>
  )
}
