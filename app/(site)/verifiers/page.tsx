import { Anchor, Container, Text, Title } from '@mantine/core'
import type { Metadata } from 'next'
import { figureDays } from '#lib/domain/verifier-figures.ts'
import { readIndependence } from '#lib/usecases/verifiers/read-independence.ts'
import { TimeText } from '../../_components/time-text.tsx'
import { readPublicly } from '../../_session.ts'
import { verifiersText } from '../../_text/verifiers.ts'
import { FigureGrid } from '../_components/figure-grid.tsx'
import { Part } from '../_components/part.tsx'
import { OddsChart } from './_components/odds-chart.tsx'
import { OddsTable } from './_components/odds-table.tsx'
import { ShadowFigures } from './_components/shadow-figures.tsx'
import { VerifierTable } from './_components/verifier-table.tsx'
import { poolNow, workDone } from './_figures.ts'
import { readList } from './_read-list.ts'

const { list, odds, shadows, work } = verifiersText

export const metadata: Metadata = { title: verifiersText.title, description: verifiersText.lead }

type VerifiersPageProps = { searchParams: Promise<{ cursor?: string | string[] }> }

export default async function VerifiersPage({ searchParams }: VerifiersPageProps) {
  const { cursor } = await searchParams
  const { page, pool, isFirst, numbers } = await readPublicly(async (ctx) => {
    const list = await readList(ctx, cursor)
    return { ...list, numbers: await readIndependence(ctx, list.pool) }
  })
  return (
    <Container size="lg" py={56}>
      <Title order={1}>{verifiersText.title}</Title>
      <Text mt="sm" maw="70ch" c="dimmed">
        {verifiersText.lead}
      </Text>
      {numbers.countedAt && (
        <Text mt="xs" size="sm" c="dimmed">
          {verifiersText.countedAt} <TimeText at={numbers.countedAt.toISOString()} />
        </Text>
      )}
      <Part title={verifiersText.now.title}>
        <FigureGrid figures={poolNow(numbers, pool?.figures)} />
      </Part>
      <Part title={work.title(figureDays)} lead={work.lead}>
        {pool && pool.figures.seats > 0 ? (
          <FigureGrid figures={workDone(pool.figures)} />
        ) : (
          <Text mt="md" fw={500}>
            {work.empty}
          </Text>
        )}
      </Part>
      <Part title={shadows.title} lead={shadows.lead}>
        <ShadowFigures shadows={pool?.figures.shadows ?? null} />
      </Part>
      <Part title={list.title} lead={list.lead(figureDays)}>
        <VerifierTable rows={page.rows} next={page.nextCursor} isFirst={isFirst} />
      </Part>
      <Part title={odds.title} lead={`${verifiersText.limit} ${odds.lead}`}>
        <OddsChart odds={numbers.odds} />
        <OddsTable odds={numbers.odds} />
      </Part>
      <Text mt="lg" size="sm">
        <Anchor href="/api/v1/public/verifiers/" underline="always">
          {verifiersText.api}
        </Anchor>
      </Text>
    </Container>
  )
}
