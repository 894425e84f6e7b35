'use client'
import { Stack, Text } from '@mantine/core'
import { CommandBlock } from '#app/_components/command-block.tsx'
import { Copyable } from '#app/_components/copyable.tsx'
import { Facts } from '#app/_components/facts.tsx'
import { TimeText } from '#app/_components/time-text.tsx'
import { useClient } from '#app/_providers.tsx'
import { exitsText as text } from '#app/_text/jobs.ts'
import { castSend, missingArguments } from '#lib/client/cast-send.ts'
import type { JobExit } from './job.ts'

const { facts } = text

/** One call in full: who may make it and when, what it says, and how to send it. */
export function ExitCall({ exit, client }: { exit: JobExit; client: string }) {
  const { call, who } = exit
  return (
    <Stack gap="md">
      <Text>{exit.text}</Text>
      <Facts
        facts={[
          { label: facts.who, value: text.who[who] },
          { label: facts.opens, value: exit.opens_at ? <TimeText at={exit.opens_at} /> : facts.fromStart },
          { label: facts.closes, value: exit.closes_at ? <TimeText at={exit.closes_at} /> : facts.noEnd },
          { label: facts.function, value: <span className="mono">{call.function}</span> },
          { label: facts.arguments, value: <Arguments call={call} /> },
          { label: facts.contract, value: <Copyable value={call.contract} label={facts.contract} /> },
          { label: facts.chain, value: call.chain_id },
        ]}
      />
      <Sending exit={exit} client={client} />
    </Stack>
  )
}

function Arguments({ call }: { call: JobExit['call'] }) {
  return call.arguments.map(({ name, value }) => (
    <div key={name}>
      <span className="mono">{name}</span>{' '}
      {value === null ? (
        <Text component="span" c="dimmed">
          {text.fromRuntime}
        </Text>
      ) : (
        <span className="mono">= {value}</span>
      )}
    </div>
  ))
}

function Sending({ exit, client }: { exit: JobExit; client: string }) {
  const { config } = useClient()
  const { call, who } = exit
  const command = castSend(call, config.chain.rpcUrl)
  if (!call.calldata || !command) return <Text>{text.missing(missingArguments(call).join(', '))}</Text>
  return (
    <Stack gap="xs">
      <Text>
        {text.senders[who]} {who === 'client' && <Copyable value={client} label={text.who.client} short />}
      </Text>
      <Text fw={600}>{text.calldata}</Text>
      <CommandBlock command={call.calldata} label={text.calldata} />
      <Text fw={600}>{text.command}</Text>
      <CommandBlock command={command} label={text.command} />
    </Stack>
  )
}
