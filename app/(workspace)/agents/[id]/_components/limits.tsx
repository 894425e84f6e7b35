import { Facts } from '#app/_components/facts.tsx'
import { MoneyText } from '#app/_components/money-text.tsx'
import { Section } from '#app/_components/section.tsx'
import { TimeText } from '#app/_components/time-text.tsx'
import { agentText as text } from '#app/_text/agents.ts'
import { parseAmount } from '#lib/domain/money.ts'
import { percentText } from '#lib/domain/percent.ts'
import type { Agent } from '../../_components/agent-line.tsx'

export function Limits({ agent }: { agent: Agent }) {
  const {
    min_reward: minReward,
    min_silence_share_bps: minShare,
    max_concurrent_jobs: concurrent,
    repositories,
    languages,
    networks,
    hours,
  } = agent.limits
  return (
    <Section title={text.limits}>
      <Facts
        facts={[
          { label: text.concurrent, value: concurrent },
          {
            label: text.minReward,
            value: parseAmount(minReward.amount) === 0n ? text.anyReward : <MoneyText money={minReward} />,
          },
          { label: text.minShare, value: minShare === 0 ? text.any : text.shareOf(percentText(minShare)) },
          { label: text.repositories, value: repositories.join(', ') || text.any },
          { label: text.languages, value: languages.join(', ') || text.any },
          { label: text.networks, value: networks.join(', ') || text.any },
          { label: text.hours, value: hours ? `${hours.from}–${hours.to}, ${hours.time_zone}` : text.always },
          { label: text.created, value: <TimeText at={agent.created_at} /> },
        ]}
      />
    </Section>
  )
}
