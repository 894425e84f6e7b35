import type { Metadata } from 'next'
import { toHostStatusReply } from '#lib/http/replies/repository-reply.ts'
import { toSessionReply } from '#lib/http/replies/session-reply.ts'
import { listSessions } from '#lib/usecases/auth/list-sessions.ts'
import { requireUser } from '#lib/usecases/context.ts'
import { readHostStatus } from '#lib/usecases/repositories/read-host-status.ts'
import { readPage } from '../../_session.ts'
import { settingsText } from '../../_text/settings.ts'
import { Settings } from './_components/settings.tsx'

export const metadata: Metadata = { title: settingsText.title }

export default async function SettingsPage() {
  return <Settings {...(await readPage(readSettings))} />
}

async function readSettings(ctx: Parameters<typeof listSessions>[0]) {
  const { userId, capabilities: held } = requireUser(ctx)
  const capabilities = [...held]
  const isClient = capabilities.includes('client')
  const [sessions, host] = await Promise.all([listSessions(ctx), isClient ? readHostStatus(ctx) : null])
  return {
    userId,
    capabilities,
    sessions: { data: sessions.map(toSessionReply) },
    host: host && toHostStatusReply(host),
  }
}
