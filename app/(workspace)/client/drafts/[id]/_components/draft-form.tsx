'use client'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { type ReactNode, useEffect } from 'react'
import { MoneyText } from '#app/_components/money-text.tsx'
import { ProblemAlert } from '#app/_components/problem-alert.tsx'
import { draftText as text } from '#app/_text/drafts.ts'
import { wizardText } from '#app/_text/wizard.ts'
import { type Money, toMoney } from '#lib/domain/money.ts'
import { AcceptanceFields } from './acceptance-fields.tsx'
import { ConflictAlert } from './conflict-alert.tsx'
import type { Draft } from './draft.ts'
import type { TypedTerms } from './draft-form-values.ts'
import classes from './draft-page.module.css'
import { KeptNote, KeptOffer } from './kept-offer.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { LiveTotal } from './live-total.tsx'
import { PublicationField } from './publication-field.tsx'
import { anchorOf, StepRail } from './step-rail.tsx'
import { TaskFields } from './task-fields.tsx'
import { TermFields } from './term-fields.tsx'
import { totalOf, typedTerms } from './typed-terms.ts'
import { useDraftForm } from './use-draft-form.ts'
import { VerificationFields } from './verification-fields.tsx'
import { findingsBySteps, stepStatuses, type WizardStep } from './wizard-steps.ts'

type DraftFormProps = {
  draft: Draft
  usualReward: Money | null
  onDirtyChange: (isDirty: boolean) => void
  /** Called with every number that is typed; null while one of them cannot be read. */
  onTyped: (terms: TypedTerms | null) => void
}

/** Everything that can be said about a job before its review, as steps on one page. */
export function DraftForm({ draft, usualReward, onDirtyChange, onTyped }: DraftFormProps) {
  const { form, values, isDirty, save, submit, conflict, ...versions } = useDraftForm(draft)
  const terms = JSON.stringify(typedTerms(values) ?? null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: called when the value changes, not when the callback does
  useEffect(() => onDirtyChange(isDirty), [isDirty])
  // biome-ignore lint/correctness/useExhaustiveDependencies: called when the value changes, not when the callback does
  useEffect(() => onTyped(JSON.parse(terms)), [terms])
  useHotkeys([['mod+S', () => isDirty && submit()]], [])
  const total = totalOf(values)
  return (
    <form onSubmit={submit} noValidate>
      <LeaveGuard isDirty={isDirty} />
      <Stack gap="md">
        <StepRail
          statuses={stepStatuses(values, draft.state !== 'DRAFT' && !isDirty)}
          findings={findingsBySteps(draft.findings)}
        />
        <KeptNote draft={draft} isDirty={isDirty} onRestore={versions.restore} />
        {versions.offered && <KeptOffer onRestore={versions.restoreOffered} onForget={versions.leaveOffer} />}
        <Step name="task">
          <TaskFields form={form} repositoryAccessId={draft.repository_access_id} />
        </Step>
        <Step name="acceptance">
          <AcceptanceFields form={form} />
        </Step>
        <Step name="verification">
          <VerificationFields form={form} />
        </Step>
        <Step name="reward">
          <TermFields form={form} usualReward={usualReward}>
            <LiveTotal values={values} />
          </TermFields>
          <PublicationField form={form} />
        </Step>
        {conflict && isDirty && (
          <ConflictAlert
            newer={conflict}
            typed={{ base: versions.base, values }}
            isSaving={save.isPending}
            error={save.error}
            onSave={versions.resolve}
            onBack={versions.leaveConflict}
          />
        )}
        {isDirty && !conflict && (
          <div className={`card ${classes.saveBar}`} data-save-bar="">
            {save.error && (
              <div className={classes.saveProblem}>
                <ProblemAlert error={save.error} />
              </div>
            )}
            <div>
              <Text fw={600}>{text.unsaved}</Text>
              <Text c="dimmed" fz="xs">
                {total && (
                  <>
                    {wizardText.total.locked}: <MoneyText money={toMoney(total.locked)} />.{' '}
                  </>
                )}
                <span className={classes.shortcut}>{wizardText.shortcut}</span>
              </Text>
            </div>
            <Group gap="sm">
              <Button variant="default" disabled={save.isPending} onClick={versions.discard}>
                {text.discard}
              </Button>
              <Button type="submit" loading={save.isPending}>
                {text.save}
              </Button>
            </Group>
          </div>
        )}
      </Stack>
    </form>
  )
}

function Step({ name, children }: { name: WizardStep; children: ReactNode }) {
  return (
    <div id={anchorOf(name)} className={classes.step}>
      {children}
    </div>
  )
}
