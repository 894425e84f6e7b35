import { List, ListItem, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Copyable } from '#app/_components/copyable.tsx'
import { Facts } from '#app/_components/facts.tsx'
import { LazyMarkdown } from '#app/_components/lazy-markdown.tsx'
import { MoneyText } from '#app/_components/money-text.tsx'
import { Section } from '#app/_components/section.tsx'
import { TimeText } from '#app/_components/time-text.tsx'
import { draftText, snapshotText } from '#app/_text/drafts.ts'
import { joinCommand } from '#lib/client/command-line.ts'
import { percentText } from '#lib/domain/percent.ts'
import type { Draft } from './draft.ts'
import { durationText } from './duration.ts'

const { fields } = draftText

type DraftTermsProps = {
  draft: Draft
  /** The instructions as the server drew them; without it they are drawn here. */
  task: ReactNode
}

/** A draft whose terms are frozen: what is offered, and by which hashes the chain knows it. */
export function DraftTerms({ draft, task }: DraftTermsProps) {
  return (
    <>
      {draft.snapshot && <SnapshotCard draft={draft} snapshot={draft.snapshot} />}
      <Section title={draftText.task}>
        {task ?? <LazyMarkdown text={draft.instructions} />}
        {draft.acceptance_criteria.length > 0 && (
          <>
            <Text fw={600} mt="md">
              {fields.criteria}
            </Text>
            <List size="sm">
              {draft.acceptance_criteria.map((criterion) => (
                <ListItem key={criterion}>{criterion}</ListItem>
              ))}
            </List>
          </>
        )}
      </Section>
      <Section title={draftText.checks}>
        <Facts
          facts={draft.verification_commands.map(({ name, argv, expect }) => ({
            label: name,
            value: (
              <>
                <span className="mono">{joinCommand(argv)}</span>
                <Text c="dimmed" fz="xs">
                  {fields.expect} {fields.expectations[expect]}
                </Text>
              </>
            ),
          }))}
        />
        {draft.acceptance_files.length > 0 && (
          <>
            <Text fw={600} mt="md">
              {draftText.acceptance.title}
            </Text>
            <List size="sm" className="mono">
              {draft.acceptance_files.map(({ path, sealed }) => (
                <ListItem key={path}>
                  {path}
                  {sealed && (
                    <Text span c="dimmed" fz="xs">
                      {' '}
                      {draftText.acceptance.sealedState}
                    </Text>
                  )}
                </ListItem>
              ))}
            </List>
          </>
        )}
      </Section>
      <Section title={draftText.terms}>
        <Facts
          facts={[
            { label: fields.reward, value: <MoneyText money={draft.reward} /> },
            { label: fields.verifierFee, value: <MoneyText money={draft.verifier_fee} /> },
            { label: fields.verifiers, value: `${draft.verifiers} (${fields.quorum.toLowerCase()} ${draft.quorum})` },
            { label: fields.maxAttempts, value: draft.max_attempts },
            { label: fields.silenceShare, value: fields.silenceShareOf(percentText(draft.silence_share_bps)) },
            ...(draft.shares_failed_attempts ? [{ label: fields.sharesFailures, value: fields.sharesFailuresAs }] : []),
            { label: fields.open, value: durationText(draft.open_seconds) },
            { label: fields.work, value: durationText(draft.work_seconds) },
            { label: fields.verification, value: durationText(draft.verification_seconds) },
            { label: draftText.publication.title, value: draftText.publication.ways[draft.publication] },
          ]}
        />
      </Section>
    </>
  )
}

function SnapshotCard({ draft, snapshot }: { draft: Draft; snapshot: NonNullable<Draft['snapshot']> }) {
  const hashes = [
    { label: snapshotText.task, value: snapshot.task_commitment },
    { label: snapshotText.policy, value: snapshot.policy_commitment },
    { label: snapshotText.ref, value: snapshot.ref },
    ...(draft.base_commit ? [{ label: snapshotText.baseCommit, value: draft.base_commit }] : []),
  ]
  return (
    <Section title={snapshotText.title} text={snapshotText.texts[draft.state === 'FUNDED' ? 'funded' : 'offered']}>
      <Facts
        facts={[
          ...hashes.map(({ label, value }) => ({ label, value: <Copyable value={value} label={label} short /> })),
          { label: snapshotText.created, value: <TimeText at={snapshot.created_at} /> },
          { label: snapshotText.openUntil, value: <TimeText at={snapshot.open_until} /> },
        ]}
      />
    </Section>
  )
}
