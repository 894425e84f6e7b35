'use client'
import { Alert, Stack, Text } from '@mantine/core'
import { SinceText } from '#app/_components/since-text.tsx'
import { repositoriesText } from '#app/_text/workspace.ts'
import type { ReplyOf } from '#lib/client/api.ts'
import { ConnectButton } from './connect-button.tsx'

const text = repositoriesText.notes

type Status = ReplyOf<'getGithubStatus'>

/**
 * What stands between the person and their repositories: a refused connection, or a person at the host who must act.
 */
export function HostNotes({ status }: { status: Status }) {
  const { account, connected, installation_requested_at: requestedAt } = status
  const waits = status.next_actions.filter(({ who }) => who === 'repository_host')
  const approval = waits.find(({ code }) => code === 'approve_installation')
  const others = waits.filter((action) => action !== approval)
  return (
    <>
      {account && !connected && (
        <Alert color="red" role="alert" title={text.refusedTitle} data-note="refused">
          <Stack gap="sm" align="flex-start">
            <Text>{text.refused(account.login)}</Text>
            <ConnectButton label={text.again} variant="filled" />
          </Stack>
        </Alert>
      )}
      {requestedAt && (
        <Alert color="blue" role="status" title={text.requestedTitle} data-note="requested">
          <Text>{approval?.text ?? text.requested}</Text>
          <Text c="dimmed">
            {text.requestedNote} {text.requestedSince} <SinceText at={requestedAt} />.
          </Text>
        </Alert>
      )}
      {others.length > 0 && (
        <Alert color="yellow" role="status" title={text.hostTitle} data-note="host">
          {others.map((action) => (
            <Text key={action.code + action.text}>{action.text}</Text>
          ))}
        </Alert>
      )}
    </>
  )
}
