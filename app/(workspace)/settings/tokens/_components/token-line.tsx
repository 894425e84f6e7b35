'use client'
import { Badge, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ConfirmAction } from '#app/_components/confirm-action.tsx'
import classes from '#app/_components/lines.module.css'
import { SinceText } from '#app/_components/since-text.tsx'
import { TimeText } from '#app/_components/time-text.tsx'
import { apiTokensText as text } from '#app/_text/api-tokens.ts'
import { call, type ReplyOf } from '#lib/client/api.ts'
import { visible } from '#lib/client/readable.ts'

type ApiToken = ReplyOf<'listApiTokens'>['data'][number]

/** One token: what it may do, when it was used, and until when it works. */
export function TokenLine({ token }: { token: ApiToken }) {
  const { name, scopes, state, last_used_at: usedAt } = token
  return (
    <li className={classes.line} data-state={state}>
      <div className={classes.about}>
        <Group gap="xs">
          <Text fw={600}>{visible(name)}</Text>
          {state !== 'LIVE' && <Badge color="gray">{text.states[state]}</Badge>}
        </Group>
        <Text fz="xs" mt={2} className="mono">
          {scopes.join(' ')}
        </Text>
        <Text c="dimmed" fz="xs" mt={2}>
          {usedAt ? (
            <>
              {text.lastUsed} <SinceText at={usedAt} />
            </>
          ) : (
            text.neverUsed
          )}
          {' · '}
          <End token={token} />
        </Text>
      </div>
      {state === 'LIVE' && (
        <div className={classes.aside}>
          <Revoke token={token} />
        </div>
      )}
    </li>
  )
}

function End({ token: { state, expires_at: expiresAt, revoked_at: revokedAt } }: { token: ApiToken }) {
  const word = { LIVE: text.expires, EXPIRED: text.expired, REVOKED: text.revoked }[state]
  return (
    <>
      {word} <TimeText at={revokedAt ?? expiresAt} />
    </>
  )
}

function Revoke({ token: { id, name } }: { token: ApiToken }) {
  const client = useQueryClient()
  const revoke = useMutation({
    mutationFn: (_key: string) => call('revokeApiToken', { params: { token_id: id } }),
    onSuccess: async () => {
      notifications.show({ message: text.revoke.done })
      await client.invalidateQueries({ queryKey: ['api-tokens'] })
    },
  })
  return (
    <ConfirmAction
      run={revoke}
      words={text.revoke}
      label={text.revoke.button}
      button={{ size: 'xs', 'aria-label': text.revoke.label(visible(name)) }}
      color="red.9"
    />
  )
}
