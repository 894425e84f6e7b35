import type { ReactNode } from 'react'
import { requireCapability } from '#lib/usecases/context.ts'
import { readPage } from '../../_session.ts'

export default async function AgentsLayout({ children }: { children: ReactNode }) {
  await readPage(async (ctx) => requireCapability(ctx, 'agent_owner'))
  return children
}
