import { Stack } from '@mantine/core'
import { PageHeader } from '#app/_components/page-header.tsx'
import { apiTokensText } from '#app/_text/api-tokens.ts'
import { notificationSettingsText } from '#app/_text/notification-settings.ts'
import { savedSearchesText } from '#app/_text/saved-searches.ts'
import { settingsText as text } from '#app/_text/settings.ts'
import { webhooksText } from '#app/_text/webhooks.ts'
import type { ReplyOf } from '#lib/client/api.ts'
import type { Capability } from '#lib/domain/capability.ts'
import { Account } from './account.tsx'
import { Appearance } from './appearance.tsx'
import { HeldCapabilities } from './held-capabilities.tsx'
import { HostConnection } from './host-connection.tsx'
import { Sessions } from './sessions.tsx'
import { SettingsLink } from './settings-link.tsx'

type SettingsProps = {
  userId: string
  capabilities: Capability[]
  sessions: ReplyOf<'listSessions'>
  host: ReplyOf<'getGithubStatus'> | null
}

export function Settings({ userId, capabilities, sessions, host }: SettingsProps) {
  return (
    <Stack gap="lg" maw={760}>
      <PageHeader title={text.title} text={text.text} />
      <Sessions initial={sessions} />
      <HeldCapabilities held={capabilities} />
      <HostConnection status={host} />
      <SettingsLink
        title={notificationSettingsText.section}
        text={notificationSettingsText.sectionText}
        href="/settings/notifications"
        label={notificationSettingsText.manage}
      />
      <SettingsLink
        title={savedSearchesText.section}
        text={savedSearchesText.sectionText}
        href="/saved-searches"
        label={savedSearchesText.manage}
      />
      <SettingsLink
        title={webhooksText.section}
        text={webhooksText.sectionText}
        href="/settings/webhooks"
        label={webhooksText.manage}
      />
      <SettingsLink
        title={apiTokensText.section}
        text={apiTokensText.sectionText}
        href="/settings/tokens"
        label={apiTokensText.manage}
      />
      <Appearance />
      <Account id={userId} />
    </Stack>
  )
}
