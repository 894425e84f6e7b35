import { Anchor, Container, Text, Title } from '@mantine/core'
import type { Metadata } from 'next'
import { type Independence, readIndependence } from '#lib/usecases/verifiers/read-independence.ts'
import { pageContext } from '../../_session.ts'
import { verifiersText } from '../../_text/verifiers.ts'
import { OddsTable } from './_components/odds-table.tsx'
import classes from './verifiers.module.css'

const { figures, none, of, seconds } = verifiersText

export const metadata: Metadata = { title: verifiersText.title, description: verifiersText.lead }

export default async function VerifiersPage() {
  const numbers = await readIndependence(await pageContext())
  return (
    <Container size="lg" py={56}>
      <Title order={1}>{verifiersText.title}</Title>
      <Text mt="sm" maw="70ch" c="dimmed">
        {verifiersText.lead}
      </Text>
      <dl className={classes.figures}>
        {figuresOf(numbers).map(([name, value]) => (
          <div key={name} className={classes.figure}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Title order={2} mt={48} size="h3">
        {verifiersText.odds.title}
      </Title>
      <Text mt="xs" maw="70ch" c="dimmed">
        {verifiersText.limit} {verifiersText.odds.lead}
      </Text>
      <OddsTable odds={numbers.odds} />
      <Text mt="lg" size="sm">
        <Anchor href="/api/v1/public/verifiers/">{verifiersText.api}</Anchor>
      </Text>
    </Container>
  )
}

function figuresOf({ counts, disagreement, payments }: Independence): [string, string][] {
  const { verdicts, dissenting } = disagreement
  return [
    [figures.owners, String(counts.owners)],
    [figures.ownersUp, String(counts.ownersUp)],
    [figures.verifiers, String(counts.verifiers)],
    [figures.largestShare, counts.ownersUp === 0 ? none : verifiersText.odds.percent(counts.largestShare)],
    [figures.dissent, verdicts === 0 ? none : of(dissenting, verdicts)],
    [figures.median, payments.median === null ? none : seconds(payments.median)],
  ]
}
