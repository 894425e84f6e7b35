import { parseAmount } from '#lib/domain/money.ts'
import { Facts } from '../../../../_components/facts.tsx'
import { MoneyText } from '../../../../_components/money-text.tsx'
import { Section } from '../../../../_components/section.tsx'
import { TimeText } from '../../../../_components/time-text.tsx'
import { agentText as text } from '../../../../_text/agents.ts'
import type { Agent } from '../../_components/agent-line.tsx'

export function Limits({ agent }: { agent: Agent }) {
  const { min_reward: minReward, max_concurrent_jobs: concurrent } = agent.limits
  return (
    <Section title={text.limits}>
      <Facts
        facts={[
          { label: text.concurrent, value: concurrent },
          {
            label: text.minReward,
            value: parseAmount(minReward.amount) === 0n ? text.anyReward : <MoneyText money={minReward} />,
          },
          { label: text.created, value: <TimeText at={agent.created_at} /> },
        ]}
      />
    </Section>
  )
}
