'use client'
import { Button, Group, List, ListItem, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ConfirmAction } from '#app/_components/confirm-action.tsx'
import { ProblemAlert } from '#app/_components/problem-alert.tsx'
import { SinceText } from '#app/_components/since-text.tsx'
import { repositoriesText } from '#app/_text/workspace.ts'
import { call, type ReplyOf } from '#lib/client/api.ts'
import { retrying } from '#lib/client/retrying.ts'
import { showAnswer } from '#lib/client/show-answer.ts'
import classes from './installation-card.module.css'

const text = repositoriesText.actions

type InstallationActionsProps = { id: string; account: string; checkedAt: string; isRefused: boolean }

/** How fresh an installation's rows are, reading it again, and ending one's own link to it. */
export function InstallationActions({ id, account, checkedAt, isRefused }: InstallationActionsProps) {
  const client = useQueryClient()
  const params = { installation_id: id }
  const show = (status: ReplyOf<'getGithubStatus'>) => showAnswer(client, ['github'], status)
  const refresh = useMutation({
    mutationFn: (idempotencyKey: string) =>
      retrying(() => call('refreshGithubInstallation', { params, idempotencyKey })),
    onSuccess: async (status) => {
      await show(status)
      notifications.show({ message: text.refreshed })
    },
    onError: () => client.invalidateQueries({ queryKey: ['github'], exact: true }),
  })
  const disconnect = useMutation({
    mutationFn: (idempotencyKey: string) =>
      retrying(() => call('disconnectGithubInstallation', { params, idempotencyKey })),
    onSuccess: async (status) => {
      await show(status)
      notifications.show({ message: text.disconnected(account) })
    },
  })
  return (
    <div className={classes.foot}>
      <Group justify="space-between" gap="xs">
        <Text c="dimmed" fz="xs">
          {text.checked} <SinceText at={checkedAt} />
        </Text>
        <Group gap="xs">
          <Button
            size="xs"
            variant="default"
            aria-label={text.refreshLabel(account)}
            disabled={isRefused}
            loading={refresh.isPending}
            onClick={() => refresh.mutate(crypto.randomUUID())}
          >
            {text.refresh}
          </Button>
          <ConfirmAction
            run={disconnect}
            words={text.disconnect(account)}
            label={text.disconnectButton}
            button={{ size: 'xs', 'aria-label': text.disconnectLabel(account) }}
            color="red.9"
          >
            <Consequences />
          </ConfirmAction>
        </Group>
      </Group>
      {/* A refused connection is reported once, above all installations. */}
      {!isRefused && <ProblemAlert error={refresh.error} />}
    </div>
  )
}

function Consequences() {
  return (
    <List size="sm" spacing={6}>
      {text.consequences.map(({ what, meaning }) => (
        <ListItem key={what}>
          <strong>{what}</strong> {meaning}
        </ListItem>
      ))}
    </List>
  )
}
