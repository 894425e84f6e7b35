import { Stack } from '@mantine/core'
import type { ReplyOf } from '#lib/client/api.ts'
import type { Capability } from '#lib/domain/capability.ts'
import { PageHeader } from '../../../_components/page-header.tsx'
import { settingsText as text } from '../../../_text/settings.ts'
import { Appearance } from './appearance.tsx'
import { HeldCapabilities } from './held-capabilities.tsx'
import { HostConnection } from './host-connection.tsx'
import { NotificationsLink } from './notifications-link.tsx'
import { Sessions } from './sessions.tsx'
import { WebhooksLink } from './webhooks-link.tsx'

type SettingsProps = {
  capabilities: Capability[]
  sessions: ReplyOf<'listSessions'>
  host: ReplyOf<'getGithubStatus'> | null
}

export function Settings({ capabilities, sessions, host }: SettingsProps) {
  return (
    <Stack gap="lg" maw={760}>
      <PageHeader title={text.title} text={text.text} />
      <Sessions initial={sessions} />
      <HeldCapabilities held={capabilities} />
      <HostConnection status={host} />
      <NotificationsLink />
      <WebhooksLink />
      <Appearance />
    </Stack>
  )
}
