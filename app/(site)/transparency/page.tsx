import { Alert, Anchor, Box, Container, Text, Title } from '@mantine/core'
import type { Metadata } from 'next'
import { moneyText } from '#lib/domain/money.ts'
import { toTransparencyReply } from '#lib/http/replies/transparency-reply.ts'
import { readBooks } from '#lib/usecases/books/read-books.ts'
import { EmptyState } from '../../_components/empty-state.tsx'
import { readPublicly } from '../../_session.ts'
import { transparencyText as text } from '../../_text/transparency.ts'
import { FigureGrid } from '../_components/figure-grid.tsx'
import { Part } from '../_components/part.tsx'
import { AuditCheckpoint } from './_components/audit-checkpoint.tsx'
import { Days } from './_components/days.tsx'
import { balanceFigures, jobCounts, marketFigures, paymentFigures, totalFigures } from './_figures.ts'
import type { Books } from './_transparency.ts'

export const metadata: Metadata = { title: text.title, description: text.lead }

export default async function TransparencyPage() {
  const reply = toTransparencyReply(await readPublicly(readBooks))
  const { books, days, audit, market, verdict_to_payment_seconds: times } = reply
  return (
    <Container size="lg" py={56}>
      <Title order={1}>{text.title}</Title>
      <Text mt="sm" maw="70ch" c="dimmed">
        {text.lead}
      </Text>
      {books ? (
        <>
          <Part title={text.balance.title} lead={text.balance.lead(books.through_block)}>
            <FigureGrid figures={balanceFigures(books)} />
            <Verdict books={books} />
          </Part>
          <Part title={text.totals.title}>
            <FigureGrid figures={totalFigures(books)} />
          </Part>
          <Part title={text.jobs.title}>
            <FigureGrid figures={[...jobCounts(books), ...paymentFigures(times)]} />
          </Part>
          {market.jobs > 0 && (
            <Part title={text.market.title} lead={text.market.lead(market.jobs)}>
              <FigureGrid figures={marketFigures(market)} />
            </Part>
          )}
          {days.length > 0 && (
            <Part title={text.days.title} lead={text.days.lead}>
              <Days days={days} />
            </Part>
          )}
        </>
      ) : (
        <EmptyState icon="transactions" title={text.empty.title} text={text.empty.text} />
      )}
      {audit && (
        <Part title={text.audit.title} lead={text.audit.lead}>
          <Box mt="md">
            <AuditCheckpoint audit={audit} />
          </Box>
        </Part>
      )}
      <Text mt="lg" size="sm">
        <Anchor href="/api/v1/public/transparency/" underline="always">
          {text.api}
        </Anchor>
      </Text>
    </Container>
  )
}

function Verdict({ books: { balance } }: { books: Books }) {
  const isZero = ({ amount }: { amount: string }) => /^[0.]+$/.test(amount)
  if (!isZero(balance.missing))
    return (
      <Alert mt="md" color="red">
        {text.balance.missing(moneyText(balance.missing))}
      </Alert>
    )
  const words = isZero(balance.unclaimed) ? text.balance.equal : text.balance.unclaimed(moneyText(balance.unclaimed))
  return (
    <Text mt="md" fw={500}>
      {words}
    </Text>
  )
}
