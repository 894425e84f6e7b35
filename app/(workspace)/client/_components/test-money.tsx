'use client'
import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { MoneyText } from '#app/_components/money-text.tsx'
import { ProblemAlert } from '#app/_components/problem-alert.tsx'
import { useClient } from '#app/_providers.tsx'
import { testMoneyText as text } from '#app/_text/test-money.ts'
import { toMoney } from '#lib/domain/money.ts'
import { isTestNetwork } from '#lib/domain/test-network.ts'
import { useTestMoney } from './use-test-money.ts'

/** Asks the faucet for money and says when it is in the wallet; the faucet's own page stays a way. */
export function TestMoney({ address }: { address: string }) {
  const { config } = useClient()
  const { ask, isBalanceUnread, isAsking, error, isAwaited, isSlow, isMissing, arrived, waitSeconds } =
    useTestMoney(address)
  const hasArrived = arrived !== undefined
  const isPaused = hasArrived && waitSeconds > 0
  if (!isTestNetwork(config.chain.name)) return null
  return (
    <Stack gap="xs" mt="md">
      <Text c="dimmed">{text.text}</Text>
      <Group gap="md">
        <Button variant="default" loading={isAsking || isAwaited} disabled={!ask || isPaused} onClick={ask}>
          {isPaused ? text.again(waitSeconds) : text.button}
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
        {isBalanceUnread && <Text>{text.unread}</Text>}
        {isAsking && <Text>{text.asking}</Text>}
        {isAwaited && <Text>{isSlow ? text.slow : text.awaited}</Text>}
        {isMissing && !isAsking && <Text>{text.missing}</Text>}
        {hasArrived && (
          <Text fw={600}>
            <MoneyText money={toMoney(arrived)} /> {text.arrived}
          </Text>
        )}
      </div>
      <ProblemAlert error={error} />
    </Stack>
  )
}
