'use client'
import { Anchor, Button, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Copyable } from '#app/_components/copyable.tsx'
import { JournalLinks } from '#app/_components/journal-links.tsx'
import classes from '#app/_components/lines.module.css'
import { MoneyText } from '#app/_components/money-text.tsx'
import { OutsideLink } from '#app/_components/outside-link.tsx'
import { Section } from '#app/_components/section.tsx'
import { TimeText } from '#app/_components/time-text.tsx'
import { useClient } from '#app/_providers.tsx'
import { agentWalletText as text } from '#app/_text/withdrawals.ts'
import type { ReplyOf } from '#lib/client/api.ts'
import { queries } from '#lib/client/queries.ts'
import { EarningsChart } from './earnings-chart.tsx'

const shownFirst = 6

/** What the escrow paid, newest first, each with the transaction that did it. */
export function Earnings({ agentId }: { agentId: string }) {
  const { data: wallet } = useQuery(queries.agentWallet(agentId))
  const [isAll, { open: showAll }] = useDisclosure(false)
  const earnings = wallet?.earnings ?? []
  if (earnings.length === 0) {
    return (
      <Section title={text.earnings}>
        <Text c="dimmed">{text.noEarnings}</Text>
      </Section>
    )
  }
  return (
    <Section title={text.earnings} aside={<JournalLinks />} isFlush>
      {wallet && <EarningsChart days={wallet.earned_by_day} />}
      <ul className={classes.list}>
        {earnings.slice(0, isAll ? undefined : shownFirst).map((earning) => (
          <EarningLine
            key={earning.transaction_hash + earning.kind + earning.onchain_job_id}
            agentId={agentId}
            wallet={wallet?.address}
            earning={earning}
          />
        ))}
      </ul>
      {!isAll && earnings.length > shownFirst && (
        <div className={classes.more}>
          <Button variant="default" size="xs" onClick={showAll}>
            {text.showAll(earnings.length)}
          </Button>
        </div>
      )}
    </Section>
  )
}

type EarningLineProps = {
  agentId: string
  wallet: string | undefined
  earning: ReplyOf<'getAgentWallet'>['earnings'][number]
}

function EarningLine({ agentId, wallet, earning }: EarningLineProps) {
  const { config } = useClient()
  const { explorerUrl } = config.chain
  return (
    <li className={classes.line}>
      <div className={classes.about}>
        <Text fw={600}>
          {text.kinds[earning.kind]}, {text.job.toLowerCase()} {earning.onchain_job_id}
        </Text>
        <Text c="dimmed" fz="xs" component="div">
          <TimeText at={earning.at} /> · {text.block} <span className="number">{earning.block_number}</span> ·{' '}
          <Copyable value={earning.transaction_hash} label={text.transaction} short />
          {explorerUrl && (
            <>
              {' '}
              <OutsideLink href={`${explorerUrl}/tx/${earning.transaction_hash}`}>{text.explorer}</OutsideLink>
            </>
          )}{' '}
          ·{' '}
          <Anchor
            href={`/api/v1/agents/${agentId}/jobs/${earning.onchain_job_id}/proof/`}
            download={`jobwright-job-${earning.onchain_job_id}.json`}
            fz="xs"
          >
            {text.proof}
          </Anchor>
          {earning.paid_to !== wallet && (
            <div>
              {text.paidTo} <Copyable value={earning.paid_to} label={text.paidTo} short />
            </div>
          )}
        </Text>
      </div>
      <Text fw={600}>
        <MoneyText money={earning.amount} />
      </Text>
    </li>
  )
}
