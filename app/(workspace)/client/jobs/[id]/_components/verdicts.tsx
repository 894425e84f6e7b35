'use client'
import { Accordion, AccordionControl, AccordionItem, AccordionPanel, Badge, Group, Text, Title } from '@mantine/core'
import { Copyable } from '#app/_components/copyable.tsx'
import { EvidenceView } from '#app/_components/evidence-view.tsx'
import { StateBadge } from '#app/_components/state-badge.tsx'
import { shorten } from '#app/_shorten.ts'
import { executionText, resultText as text } from '#app/_text/jobs.ts'
import { commitmentOf } from '#lib/client/commitment.ts'
import { evidenceIn } from '#lib/client/evidence.ts'
import { bundleName } from './bundle-download.tsx'
import type { JobResult } from './job.ts'

/** What each verifier signed, with what it saw; the first is open. */
export function Verdicts({ result }: { result: JobResult }) {
  const { verdicts } = result
  const [first] = verdicts
  return (
    <div>
      <Title order={3}>{text.verdicts}</Title>
      {verdicts.length === 0 && <Text c="dimmed">{text.noVerdicts}</Text>}
      {result.changes && (
        <Text c="dimmed" fz="xs">
          {text.rerun} <code>npm run rerun -- {bundleName(result)}</code>
        </Text>
      )}
      <Accordion key={first?.agent} multiple variant="contained" mt="sm" defaultValue={first ? [first.agent] : []}>
        {verdicts.map((verdict) => (
          <AccordionItem key={verdict.agent} value={verdict.agent}>
            <AccordionControl>
              <Group gap="sm" component="span">
                <StateBadge state={verdict.outcome} />
                <span className="mono">{shorten(verdict.agent)}</span>
              </Group>
            </AccordionControl>
            <AccordionPanel>
              <Text component="div" fz="xs" c="dimmed" mb="sm">
                {executionText.agent} <Copyable value={verdict.agent} label={executionText.agent} />
              </Text>
              <SignedEvidence verdict={verdict} isWhole={result.is_content_released} />
            </AccordionPanel>
          </AccordionItem>
        ))}
      </Accordion>
    </div>
  )
}

type SignedEvidenceProps = { verdict: JobResult['verdicts'][number]; isWhole: boolean }

/** The hash says whether this is what the verifier signed for; it cannot while parts are held back. */
function SignedEvidence({ verdict: { evidence, evidence_hash: hash }, isWhole }: SignedEvidenceProps) {
  const seen = evidence && evidenceIn(evidence)
  if (!evidence || !seen) return <Text c="dimmed">{text.noEvidence}</Text>
  return (
    <>
      {isWhole ? (
        <EvidenceBadge isGenuine={commitmentOf(evidence) === hash} />
      ) : (
        <Text c="dimmed" fz="xs" mb="xs">
          {text.evidencePart}
        </Text>
      )}
      <EvidenceView evidence={seen} hash={hash} />
    </>
  )
}

function EvidenceBadge({ isGenuine }: { isGenuine: boolean }) {
  return (
    <Badge color={isGenuine ? 'teal' : 'red'} mb="xs">
      {isGenuine ? text.evidenceMatch : text.evidenceMismatch}
    </Badge>
  )
}
