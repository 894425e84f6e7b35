'use client'
import { Alert, Skeleton, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ProblemAlert } from '#app/_components/problem-alert.tsx'
import { WorkerReputation } from '#app/_components/reputation.tsx'
import { Section } from '#app/_components/section.tsx'
import { agentText as text } from '#app/_text/agents.ts'
import { reputationText } from '#app/_text/reputation.ts'
import { Gone } from '#app/(workspace)/_components/gone.tsx'
import type { ReplyOf } from '#lib/client/api.ts'
import { queries } from '#lib/client/queries.ts'
import { isGone } from '#lib/client/refusals.ts'
import type { Agent } from '../../_components/agent-line.tsx'
import { AgentHeader } from './agent-header.tsx'
import classes from './agent-page.module.css'
import { Earnings } from './earnings.tsx'
import { Limits } from './limits.tsx'
import { PairingPanel } from './pairing-panel.tsx'
import { PayeePanel } from './payee-panel.tsx'
import { Provisioning } from './provisioning.tsx'
import { RuntimePanel } from './runtime-panel.tsx'
import { useAgentRead } from './use-agent-read.ts'
import { WalletPanel } from './wallet-panel.tsx'
import { Withdrawals } from './withdrawals.tsx'
import { WorkHeld } from './work-held.tsx'

/** One agent, from its first pairing to its earnings; what comes first follows from what is missing. */
export function AgentPageView({ initial }: { initial: ReplyOf<'getAgent'> }) {
  // Nothing is asked about an agent that is being deleted: it would only be refused.
  const [isLeaving, setLeaving] = useState(false)
  const { data: agent, error } = useQuery({ ...queries.agent(initial.id), initialData: initial, enabled: !isLeaving })
  const [isPairingWanted, pairing] = useDisclosure(false)
  const isSetUp = agent.provisioning.every((step) => step.state === 'DONE')
  const needsPairing = agent.next_actions.some(({ code }) => code === 'pair_runtime')
  const isRead = useAgentRead(agent)
  useRereading(agent)
  if (isGone(error)) return <Gone text={text.gone} href="/agents" />
  return (
    <Stack gap="lg">
      <AgentHeader agent={agent} onLeaving={setLeaving} />
      <ProblemAlert error={error} />
      <Notices agent={agent} />
      {isRead && !isLeaving ? (
        <div className={classes.columns}>
          <div className={classes.main}>
            {(needsPairing || isPairingWanted) && (
              <PairingPanel agent={agent} isAnother={!needsPairing} onPaired={pairing.close} />
            )}
            {!isSetUp && <Provisioning agent={agent} />}
            {agent.runtime.paired_at && <WorkHeld agentId={agent.id} />}
            {agent.wallet_address && <Earnings agentId={agent.id} />}
            {agent.wallet_address && <Withdrawals agentId={agent.id} />}
            {isSetUp && (
              <div className={classes.last}>
                <Provisioning agent={agent} />
              </div>
            )}
          </div>
          <div className={classes.aside}>
            <div {...(isSetUp && { className: classes.first })}>
              <WalletPanel agent={agent} />
            </div>
            {isSetUp && <PayeePanel agent={agent} />}
            {agent.reputation && (
              <Section title={reputationText.own}>
                <WorkerReputation record={agent.reputation} />
              </Section>
            )}
            <RuntimePanel agent={agent} onPairAnother={needsPairing ? undefined : pairing.open} />
            <Limits agent={agent} />
          </div>
        </div>
      ) : (
        <div className={classes.columns} aria-busy="true">
          <Skeleton height={420} />
          <Skeleton height={520} />
        </div>
      )}
    </Stack>
  )
}

/** What the runtime says and the wallet are read again when the agent itself has moved. */
function useRereading({ id, state, runtime, wallet_address: wallet }: Agent): void {
  const client = useQueryClient()
  // biome-ignore lint/correctness/useExhaustiveDependencies: reread when one of these has changed
  useEffect(() => {
    void client.invalidateQueries({ queryKey: ['agent', id, 'runtime'] })
    void client.invalidateQueries({ queryKey: ['agent', id, 'wallet'] })
  }, [client, id, state, runtime.state, wallet])
}

/** Problems that have no panel. */
function Notices({ agent }: { agent: Agent }) {
  const others = agent.next_actions.filter(({ code }) => code === 'start_runtime')
  return (
    <>
      {agent.state === 'PAUSED' && <Alert color="yellow">{text.paused}</Alert>}
      {agent.state === 'SUSPENDED' && (
        <Alert color="red" title={text.suspendedTitle} role="status" data-suspended>
          {agent.state_reason && <Text>{agent.state_reason}</Text>}
          <Text c="dimmed">{text.suspended}</Text>
        </Alert>
      )}
      {others.map((action) => (
        <Alert key={action.code} color="yellow" title={text.next}>
          <Text>{action.text}</Text>
        </Alert>
      ))}
    </>
  )
}
