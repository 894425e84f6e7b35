'use client'
import { Accordion, AccordionControl, AccordionItem, AccordionPanel, Badge, Group, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Copyable } from '#app/_components/copyable.tsx'
import { Facts } from '#app/_components/facts.tsx'
import { Section } from '#app/_components/section.tsx'
import { jobText as text } from '#app/_text/jobs.ts'
import { useChainCommitments } from '#lib/client/chain/hooks.ts'
import { commitmentOf } from '#lib/client/commitment.ts'
import classes from './commitment-check.module.css'
import type { Job } from './job.ts'
import { SealedFiles } from './sealed-files.tsx'

type Committed = Pick<
  Job,
  'escrow' | 'onchain_job_id' | 'commitments' | 'task_document' | 'policy_document' | 'sealed_files'
>

/** Recomputes both commitments here, from the documents, and holds them against the service's and the chain's. */
export function CommitmentCheck({ job }: { job: Committed }) {
  const chain = useChainCommitments(`0x${job.escrow.slice(2)}`, job.onchain_job_id)
  const common = { isChainPending: chain.isPending }
  return (
    <Section title={text.commitments} text={text.commitmentsText}>
      <Stack gap="lg">
        <Commitment
          {...common}
          name="task"
          document={job.task_document}
          reported={job.commitments.task}
          onChain={chain.data?.task}
        />
        <Commitment
          {...common}
          name="policy"
          document={job.policy_document}
          reported={job.commitments.policy}
          onChain={chain.data?.policy}
        />
        <SealedFiles task={job.task_document} opened={job.sealed_files} />
      </Stack>
    </Section>
  )
}

type CommitmentProps = {
  name: 'task' | 'policy'
  document: Record<string, unknown> | null
  reported: string | null
  onChain: string | undefined
  isChainPending: boolean
}

function Commitment({ name, document, reported, onChain, isChainPending }: CommitmentProps) {
  const [computed, setComputed] = useState<string>()
  useEffect(() => setComputed(document ? commitmentOf(document) : undefined), [document])
  if (!document || !reported) return <Text c="dimmed">{text.noDocument}</Text>
  return (
    <div data-commitment={name}>
      <Group gap="sm" mb={8}>
        <Text fw={600}>{text[name]}</Text>
        <Verdict computed={computed} reported={reported} onChain={onChain} isChainPending={isChainPending} />
      </Group>
      <Facts
        facts={[
          {
            label: text.computed,
            value: computed ? <Copyable value={computed} label={text.computed} short /> : text.checking,
          },
          { label: text.reported, value: <Copyable value={reported} label={text.reported} short /> },
          { label: text.onChain, value: onChain ? <Copyable value={onChain} label={text.onChain} short /> : '–' },
        ]}
      />
      <Accordion variant="contained" mt="sm">
        <AccordionItem value="document">
          <AccordionControl>
            <Text>
              {text.document}: {text[name].toLowerCase()}
            </Text>
          </AccordionControl>
          <AccordionPanel>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
            <pre className={classes.document} tabIndex={0}>
              {JSON.stringify(document, null, 2)}
            </pre>
          </AccordionPanel>
        </AccordionItem>
      </Accordion>
    </div>
  )
}

type VerdictProps = {
  computed: string | undefined
  reported: string
  onChain: string | undefined
  isChainPending: boolean
}

function Verdict({ computed, reported, onChain, isChainPending }: VerdictProps) {
  if (!computed || (isChainPending && computed === reported)) return <Badge variant="default">{text.checking}</Badge>
  if (computed !== reported || (onChain !== undefined && computed !== onChain)) {
    return <Badge color="red">{text.mismatch}</Badge>
  }
  return onChain === undefined ? <Badge color="yellow">{text.partly}</Badge> : <Badge color="teal">{text.match}</Badge>
}
