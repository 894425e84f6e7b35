import { Stack } from '@mantine/core'
import type { Metadata } from 'next'
import { readMe } from '#lib/usecases/auth/read-me.ts'
import { requireCapability } from '#lib/usecases/context.ts'
import { Copyable } from '../../_components/copyable.tsx'
import { EmptyState } from '../../_components/empty-state.tsx'
import { Facts } from '../../_components/facts.tsx'
import { PageHeader } from '../../_components/page-header.tsx'
import { Section } from '../../_components/section.tsx'
import { TimeText } from '../../_components/time-text.tsx'
import { readPage } from '../../_session.ts'
import { agentsText } from '../../_text/workspace.ts'

const text = agentsText

export const metadata: Metadata = { title: text.title }

export default async function AgentsPage() {
  const { user, session, capabilities } = await readPage(async (ctx) => {
    requireCapability(ctx, 'agent_owner')
    return readMe(ctx)
  })
  return (
    <Stack gap="lg">
      <PageHeader title={text.title} text={text.text} />
      <div className="card">
        <EmptyState icon="agents" title={text.emptyTitle} text={text.empty} />
      </div>
      <Section title={text.account}>
        <Facts
          facts={[
            { label: text.id, value: <Copyable value={user.id} label={text.id} /> },
            { label: text.since, value: <TimeText at={user.createdAt.toISOString()} /> },
            { label: text.roles, value: capabilities.map((held) => text.capabilities[held]).join(', ') },
            { label: text.signedIn, value: <TimeText at={session.signedInAt.toISOString()} /> },
            { label: text.sessionEnds, value: <TimeText at={session.expiresAt.toISOString()} /> },
          ]}
        />
      </Section>
    </Stack>
  )
}
