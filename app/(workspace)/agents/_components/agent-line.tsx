'use client'
import { useQuery } from '@tanstack/react-query'
import { MoneyText } from '#app/_components/money-text.tsx'
import { ResourceLine } from '#app/_components/resource-line.tsx'
import { SinceText } from '#app/_components/since-text.tsx'
import { StateBadge } from '#app/_components/state-badge.tsx'
import { roleText, agentsText as text } from '#app/_text/agents.ts'
import { stateText } from '#app/_text/records.ts'
import type { ReplyOf } from '#lib/client/api.ts'
import { queries } from '#lib/client/queries.ts'
import classes from './agent-line.module.css'

export type Agent = ReplyOf<'listAgents'>['data'][number]

export function AgentLine({ agent }: { agent: Agent }) {
  const { data: wallet } = useQuery({ ...queries.agentSavings(agent.id), enabled: agent.wallet_address !== null })
  const { state, last_seen_at: seenAt } = agent.runtime
  return (
    <ResourceLine
      href={`/agents/${agent.id}`}
      title={agent.name}
      about={
        <>
          {roleText[agent.role]} · {stateText[state] ?? state}
          {seenAt && (
            <>
              , {text.lastSeen} <SinceText at={seenAt} />
            </>
          )}
        </>
      }
    >
      <span className={classes.earned}>
        {wallet && (
          <>
            <MoneyText money={wallet.earned} /> {text.earnedShort}
          </>
        )}
        {agent.wallet_address === null && text.noWallet}
      </span>
      <StateBadge state={agent.state} />
    </ResourceLine>
  )
}
