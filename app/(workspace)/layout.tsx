import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { requireUser } from '#lib/usecases/context.ts'
import { clientConfig } from '../_client-config.ts'
import { Providers } from '../_providers.tsx'
import { readPage } from '../_session.ts'
import { WorkspaceShell } from './_components/workspace-shell.tsx'

export const metadata: Metadata = { robots: { index: false } }

export default async function WorkspaceLayout({ children }: { children: ReactNode }) {
  const { capabilities } = await readPage(async (ctx) => requireUser(ctx))
  return (
    <Providers config={clientConfig()}>
      <WorkspaceShell capabilities={[...capabilities]}>{children}</WorkspaceShell>
    </Providers>
  )
}
