'use client'
import { SimpleGrid, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ButtonLink } from '#app/_components/button-link.tsx'
import { Figure } from '#app/_components/figure.tsx'
import { FigureRow } from '#app/_components/figure-row.tsx'
import { MoneyText } from '#app/_components/money-text.tsx'
import { PageHeader } from '#app/_components/page-header.tsx'
import { ProblemAlert } from '#app/_components/problem-alert.tsx'
import { ClientReputation } from '#app/_components/reputation.tsx'
import { Section } from '#app/_components/section.tsx'
import { useFocusBack } from '#app/_components/use-focus-back.ts'
import { reputationText } from '#app/_text/reputation.ts'
import { dashboardText } from '#app/_text/workspace.ts'
import type { ReplyOf } from '#lib/client/api.ts'
import { queries } from '#lib/client/queries.ts'
import { draftStates } from '#lib/domain/draft.ts'
import { jobStates } from '#lib/domain/job.ts'
import { pageOfNotification } from '#lib/domain/notification-text.ts'
import { Needs } from '../../_components/needs.tsx'
import { BalanceFigure } from './balance-figure.tsx'
import { EventList } from './event-list.tsx'
import { Spending } from './spending.tsx'
import { StateCounts } from './state-counts.tsx'
import { TourOffer } from './tour-offer.tsx'
import { WalletCard } from './wallet-card.tsx'
import { WalletCreation } from './wallet-creation.tsx'

const text = dashboardText
const runningStates = ['OPEN', 'ASSIGNED', 'SUBMITTED'] as const

type Event = ReplyOf<'getClientDashboard'>['events'][number]

const linked = ['job', 'draft', 'transaction']

/** The newest event of each draft, job and transaction; the others are on their pages. */
function newestOfEach(events: readonly Event[]): Event[] {
  const isSame = (a: Event, b: Event) => a.subject_type === b.subject_type && a.subject_id === b.subject_id
  return events.filter((event, at) => events.findIndex((other) => isSame(other, event)) === at)
}

function withSubject({ title, subject_type: type, subject_id: id, ...event }: Event) {
  if (title === null || !linked.includes(type)) return event
  return { ...event, about: { title, href: pageOfNotification({ type, id, agent_id: null }) } }
}

export function Dashboard({ initial }: { initial: ReplyOf<'getClientDashboard'> }) {
  const { data, error } = useQuery({ ...queries.dashboard(), initialData: initial })
  const place = useFocusBack<HTMLDivElement>(data.wallet === null)
  const running = runningStates.reduce((sum, state) => sum + (data.jobs[state] ?? 0), 0)
  return (
    <Stack gap="lg">
      <PageHeader title={text.title} text={text.text}>
        {data.wallet && <ButtonLink href="/client/repositories">{text.newJob}</ButtonLink>}
      </PageHeader>
      <ProblemAlert error={error} />
      <FigureRow>
        <BalanceFigure hasWallet={data.wallet !== null} balance={data.balance} />
        <Figure label={text.held} value={<MoneyText money={data.held_in_escrow} />} note={text.heldNote} />
        <Figure label={text.openJobs} value={<span className="number">{running}</span>} note={text.openJobsNote} />
      </FigureRow>
      {!data.wallet && <WalletCreation />}
      {/* The wallet has its own card. */}
      <Needs needs={data.pending_actions.filter(({ code }) => code !== 'create_wallet')} />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <StateCounts
          title={text.drafts}
          href="/client/drafts"
          states={draftStates}
          counts={data.drafts}
          empty={text.noDrafts}
        />
        <StateCounts title={text.jobs} href="/client/jobs" states={jobStates} counts={data.jobs} empty={text.noJobs} />
      </SimpleGrid>
      {data.wallet && <WalletCard wallet={data.wallet} place={place} />}
      {data.reputation.ended === 0 && <TourOffer />}
      {data.reputation.ended > 0 && <Spending />}
      {data.reputation.ended > 0 && (
        <Section title={reputationText.yours} text={reputationText.yoursNote}>
          <ClientReputation record={data.reputation} />
        </Section>
      )}
      <Section title={text.events} isFlush={data.events.length > 0}>
        {data.events.length > 0 ? (
          <EventList events={newestOfEach(data.events).map(withSubject)} />
        ) : (
          <Text c="dimmed">{text.noEvents}</Text>
        )}
      </Section>
    </Stack>
  )
}
