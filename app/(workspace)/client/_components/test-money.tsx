'use client'
import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { MoneyText } from '#app/_components/money-text.tsx'
import { ProblemAlert } from '#app/_components/problem-alert.tsx'
import { useNow } from '#app/_components/use-now.ts'
import { useClient } from '#app/_providers.tsx'
import { testMoneyText as text } from '#app/_text/test-money.ts'
import { call } from '#lib/client/api.ts'
import { useTokenBalance } from '#lib/client/chain/hooks.ts'
import { askOnce } from '#lib/client/request-key.ts'
import { retrying } from '#lib/client/retrying.ts'
import { toMoney } from '#lib/domain/money.ts'
import { isTestNetwork } from '#lib/domain/test-network.ts'

const slowAfterMs = 30_000

/** Asks the faucet for money and follows the wallet until it is there; the faucet's own page stays a way. */
export function TestMoney({ address }: { address: string }) {
  const { config } = useClient()
  const client = useQueryClient()
  const balance = useTokenBalance(config)
  const now = useNow() ?? 0
  const ask = useMutation({
    mutationFn: async () => {
      const before = balance.data
      const at = Date.now()
      const request = { name: `test-money.${address}`, of: address }
      const answer = await askOnce(localStorage, request, (idempotencyKey) =>
        retrying(() => call('askForTestMoney', { idempotencyKey })),
      )
      return { before, at, nextAt: Date.parse(answer.next_at) }
    },
  })
  const asked = ask.data
  const [arrived, setArrived] = useState<bigint>()
  const isAwaited = asked !== undefined && arrived === undefined
  const { refetch } = balance
  useEffect(() => {
    if (!isAwaited) return
    const timer = setInterval(() => void refetch(), 1_000)
    return () => clearInterval(timer)
  }, [isAwaited, refetch])
  const gain = (balance.data ?? 0n) - (asked?.before ?? 0n)
  useEffect(() => {
    if (!isAwaited || gain <= 0n) return
    setArrived(gain)
    void client.invalidateQueries({ queryKey: ['dashboard'] })
  }, [isAwaited, gain, client])
  const hasArrived = arrived !== undefined
  if (!isTestNetwork(config.chain.name)) return null
  const wait = asked ? Math.ceil((asked.nextAt - now) / 1_000) : 0
  return (
    <Stack gap="xs" mt="md">
      <Text c="dimmed">{text.text}</Text>
      <Group gap="md">
        <Button
          variant="default"
          loading={ask.isPending || isAwaited}
          disabled={wait > 0 && hasArrived}
          onClick={() => {
            setArrived(undefined)
            ask.mutate()
          }}
        >
          {wait > 0 && hasArrived ? text.again(wait) : text.button}
        </Button>
        {config.faucetUrl && (
          <Text c="dimmed">
            {text.other}{' '}
            <Anchor
              href={`${config.faucetUrl}?${new URLSearchParams({ address })}`}
              target="_blank"
              rel="noreferrer"
              underline="always"
            >
              {text.page}
            </Anchor>
          </Text>
        )}
      </Group>
      <div role="status" data-test-money={hasArrived ? 'arrived' : isAwaited ? 'awaited' : undefined}>
        {ask.isPending && <Text>{text.asking}</Text>}
        {isAwaited && <Text>{now - asked.at > slowAfterMs ? text.slow : text.awaited}</Text>}
        {arrived !== undefined && (
          <Text fw={600}>
            <MoneyText money={toMoney(arrived)} /> {text.arrived}
          </Text>
        )}
      </div>
      <ProblemAlert error={ask.error} />
    </Stack>
  )
}
