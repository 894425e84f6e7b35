'use client'
import { SimpleGrid, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Figure } from '#app/_components/figure.tsx'
import { MoneyText } from '#app/_components/money-text.tsx'
import { PageHeader } from '#app/_components/page-header.tsx'
import { ProblemAlert } from '#app/_components/problem-alert.tsx'
import { overviewText as text } from '#app/_text/workspace.ts'
import type { ReplyOf } from '#lib/client/api.ts'
import { queries } from '#lib/client/queries.ts'
import { Needs } from '../../_components/needs.tsx'
import { Running } from './running.tsx'

/** Both roles of a person on one page: what needs them first, then their money and the work that is running. */
export function OverviewView({ initial }: { initial: ReplyOf<'getOverview'> }) {
  const { data, error } = useQuery({ ...queries.overview(), initialData: initial })
  const { money_out: out, money_in: income } = data
  return (
    <Stack gap="lg">
      <PageHeader title={text.title} text={text.text} />
      <ProblemAlert error={error} />
      <Needs needs={data.pending_actions} />
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing={{ base: 12, md: 16 }}>
        {out && <Figure label={text.held} value={<MoneyText money={out.held_in_escrow} />} note={text.heldNote} />}
        {out && <Figure label={text.paid} value={<MoneyText money={out.paid} />} note={text.paidNote} />}
        {income && <Figure label={text.earned} value={<MoneyText money={income.earned} />} note={text.earnedNote} />}
        {income && (
          <Figure label={text.withdrawn} value={<MoneyText money={income.withdrawn} />} note={text.withdrawnNote} />
        )}
      </SimpleGrid>
      <Running jobs={data.running_jobs} work={data.running_work} />
    </Stack>
  )
}
