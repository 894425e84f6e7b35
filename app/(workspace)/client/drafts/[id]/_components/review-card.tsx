'use client'
import { Anchor, Badge, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import Link from 'next/link'
import { focusField } from '#app/_components/focus-field.ts'
import { ProblemAlert } from '#app/_components/problem-alert.tsx'
import { ReadyButton } from '#app/_components/ready-button.tsx'
import { Section } from '#app/_components/section.tsx'
import { TimeText } from '#app/_components/time-text.tsx'
import { reviewText as text } from '#app/_text/drafts.ts'
import { wizardText } from '#app/_text/wizard.ts'
import { call } from '#lib/client/api.ts'
import { retrying } from '#lib/client/retrying.ts'
import { showAnswer } from '#lib/client/show-answer.ts'
import type { Draft } from './draft.ts'
import classes from './draft-page.module.css'
import { ProbeChoice, type ReviewInput, useProbeChoice } from './probe-choice.tsx'
import { ProbeResult } from './probe-result.tsx'
import { ProtectMissing } from './protect-missing.tsx'
import { fieldOf } from './wizard-steps.ts'

export function ReviewCard({ draft, isDirty, hasLive }: { draft: Draft; isDirty: boolean; hasLive: boolean }) {
  const client = useQueryClient()
  const review = useMutation({
    mutationFn: ({ body, idempotencyKey }: { body: ReviewInput; idempotencyKey: string }) =>
      retrying(() => call('reviewDraft', { params: { id: draft.id }, body, idempotencyKey })),
    onSuccess: (reviewed) => showAnswer(client, ['draft', draft.id], reviewed),
  })
  const choice = useProbeChoice(draft)
  const start = (body: ReviewInput) => review.mutate({ body, idempotencyKey: crypto.randomUUID() })
  const isLocked = draft.state === 'LOCKED'
  const isRunning = draft.state === 'DRAFT' && draft.probe?.state === 'RUNNING' && draft.probe.is_current
  const label = isLocked ? text.unlock : draft.reviewed_at ? text.again : text.review
  return (
    <Section title={text.title} text={isLocked ? text.unlockHint : text.text}>
      <Stack gap="sm" aria-live="polite">
        {!isRunning && <Findings draft={draft} isPending={review.isPending || isDirty} />}
        <ProbeResult
          draft={draft}
          isPending={review.isPending || isDirty || hasLive}
          onSkip={() => start({ probe_mode: 'skip' })}
          onRepeat={() => start({ ...choice.input, probe_mode: 'repeat' })}
        />
        {!isRunning && <ProbeChoice {...choice} />}
        <ProblemAlert error={review.error} />
        <ReadyButton
          variant={draft.state === 'DRAFT' ? 'filled' : 'default'}
          disabled={isDirty || hasLive || isRunning}
          loading={review.isPending}
          onClick={() => start(choice.input)}
        >
          {label}
        </ReadyButton>
        {isDirty && (
          <Text c="dimmed" fz="xs">
            {text.saveFirst}
          </Text>
        )}
      </Stack>
    </Section>
  )
}

function Findings({ draft, isPending }: { draft: Draft; isPending: boolean }) {
  const isEditable = draft.state === 'DRAFT' || draft.state === 'READY'
  if (!draft.reviewed_at) return <Text c="dimmed">{text.notYet}</Text>
  return (
    <div>
      {draft.findings.length === 0 && <Text>{text.passed}</Text>}
      <ul className={classes.list}>
        {draft.findings.map((finding) => (
          <li
            key={finding.code + finding.pointer + finding.message}
            className={classes.finding}
            data-finding={finding.code}
          >
            <Badge color={finding.severity === 'blocking' ? 'red' : 'yellow'}>{text[finding.severity]}</Badge>
            <Text>{finding.message}</Text>
            <Text c="dimmed">{finding.next_action}</Text>
            {isEditable && <FindingPlace pointer={finding.pointer} />}
          </li>
        ))}
      </ul>
      {isEditable && <ProtectMissing draft={draft} isPending={isPending} />}
      <Text c="dimmed" fz="xs" mt={6}>
        {text.reviewedAt} <TimeText at={draft.reviewed_at} />
      </Text>
    </div>
  )
}

const pages: Partial<Record<string, string>> = { '/wallet': '/client', '/repository_access_id': '/client/repositories' }

/** Leads to what a finding is about: a field of the form, or another page. */
function FindingPlace({ pointer }: { pointer: string }) {
  const field = fieldOf(pointer)
  const page = pages[pointer]
  if (field) {
    return (
      <Anchor component="button" type="button" ta="left" onClick={() => focusField(field.path)}>
        {wizardText.show}: {wizardText.steps[field.step]}
      </Anchor>
    )
  }
  return page ? (
    <Anchor component={Link} href={page}>
      {text.places[pointer === '/wallet' ? 'wallet' : 'repositories']}
    </Anchor>
  ) : null
}
