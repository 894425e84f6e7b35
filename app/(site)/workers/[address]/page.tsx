import { Container, Text, Title } from '@mantine/core'
import type { Metadata } from 'next'
import { AgentFace } from '#app/_components/agent-face.tsx'
import { Copyable } from '#app/_components/copyable.tsx'
import { WorkerReputation } from '#app/_components/reputation.tsx'
import { Section } from '#app/_components/section.tsx'
import { TimeText } from '#app/_components/time-text.tsx'
import { workerText as text } from '#app/_text/workers.ts'
import { WorkList } from './_components/work-list.tsx'
import classes from './_components/worker.module.css'
import { findWorker, type Worker } from './_find-worker.ts'

type WorkerPageProps = { params: Promise<{ address: string }> }

export async function generateMetadata({ params }: WorkerPageProps): Promise<Metadata> {
  const worker = await findWorker((await params).address)
  return { title: titleOf(worker), description: text.description }
}

export default async function WorkerPage({ params }: WorkerPageProps) {
  const worker = await findWorker((await params).address)
  const { address, name, qualified_at: qualifiedAt, reputation, work } = worker
  return (
    <Container size="lg" className={classes.page}>
      <header>
        <div className={classes.name}>
          <AgentFace address={address} size={40} />
          <Title order={1}>{titleOf(worker)}</Title>
        </div>
        <Text mt="xs" c="dimmed">
          <Copyable value={address} label={text.address} short />
          {qualifiedAt && (
            <>
              {' · '}
              {text.qualified} <TimeText at={qualifiedAt} />
            </>
          )}
        </Text>
        <Text mt="xs" c="dimmed" maw="70ch">
          {name === null ? text.unnamed : text.named}
        </Text>
      </header>
      <Section title={text.record}>
        <WorkerReputation record={reputation} />
      </Section>
      <Section title={text.work} isFlush={work.length > 0}>
        {work.length > 0 ? <WorkList work={work} /> : <Text c="dimmed">{text.noWork}</Text>}
      </Section>
    </Container>
  )
}

function titleOf({ name, address }: Worker): string {
  return name ?? text.title(address)
}
