'use client'
import { Alert, List, ListItem, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { type ReactNode, useState } from 'react'
import { awaited } from '#app/_components/awaited.tsx'
import { BackLink } from '#app/_components/back-link.tsx'
import { OutsideLink } from '#app/_components/outside-link.tsx'
import { PageHeader } from '#app/_components/page-header.tsx'
import { ProblemAlert } from '#app/_components/problem-alert.tsx'
import { StateBadge } from '#app/_components/state-badge.tsx'
import { draftText as text } from '#app/_text/drafts.ts'
import { Gone } from '#app/(workspace)/_components/gone.tsx'
import { queries } from '#lib/client/queries.ts'
import { isGone } from '#lib/client/refusals.ts'
import { useDraftTransactions } from '#lib/client/use-draft-transactions.ts'
import type { Money } from '#lib/domain/money.ts'
import { isLive } from '#lib/domain/transaction.ts'
import { DeletedDrafts } from '../../_components/deleted-drafts.tsx'
import { BudgetCard } from './budget-card.tsx'
import { DeleteDraft } from './delete-draft.tsx'
import type { Draft } from './draft.ts'
import type { TypedTerms } from './draft-form-values.ts'
import classes from './draft-page.module.css'
import { DraftTerms } from './draft-terms.tsx'
import { IssueChange } from './issue-change.tsx'
import { ReviewCard } from './review-card.tsx'
import { anchorOf } from './step-rail.tsx'

// A draft is either edited or paid for; each way loads only what it shows.
const DraftForm = dynamic(async () => (await import('./draft-form.tsx')).DraftForm, {
  ssr: false,
  loading: awaited(1_600),
})
const KeptWords = dynamic(async () => (await import('./kept-words.tsx')).KeptWords, { ssr: false })
const FundFlow = dynamic(async () => (await import('./fund-flow.tsx')).FundFlow, { ssr: false, loading: awaited(400) })

type DraftPageViewProps = {
  initial: Draft
  /** What settled jobs paid at the median; null while there are too few. */
  usualReward: Money | null
  /** The instructions of `initial`, drawn by the server. */
  task: ReactNode
}

/** A draft from first edit to funded job; what can be done follows the state that the service reports. */
export function DraftPageView({ initial, usualReward, task }: DraftPageViewProps) {
  // Nothing is asked about a draft that is being deleted: it would only be refused.
  const [isLeaving, setLeaving] = useState(false)
  const { data: draft, error } = useQuery({
    ...queries.draft(initial.id),
    initialData: initial,
    enabled: !isLeaving,
  })
  const { transactions, moves } = useDraftTransactions(draft.id)
  const [isTyping, setTyping] = useState(false)
  const [typed, setTyped] = useState<TypedTerms | null>()
  const hasLive = transactions.some((transaction) => isLive(transaction.state))
  const isEditable = draft.state === 'DRAFT' || draft.state === 'READY'
  // A form that another tab's funding took away has nothing left to save.
  const isDirty = isTyping && isEditable
  const isSettled = draft.state === 'FUNDING' || draft.state === 'FUNDED'
  if (isGone(error))
    return (
      <Gone text={text.gone} href="/client/drafts">
        <DeletedDrafts only={draft.id} />
        <KeptWords draft={draft} text={text.gone.kept} />
      </Gone>
    )
  return (
    <Stack gap="lg">
      <DraftHeader draft={draft}>
        {!isSettled && !hasLive && <DeleteDraft id={draft.id} title={draft.title} onLeaving={setLeaving} />}
      </DraftHeader>
      <ProblemAlert error={error} />
      {draft.warnings.length > 0 && isEditable && (
        <Alert color="yellow" title={text.warnings}>
          <List size="sm">
            {draft.warnings.map(({ code, message }) => (
              <ListItem key={code}>{message}</ListItem>
            ))}
          </List>
        </Alert>
      )}
      {isEditable && <IssueChange draft={draft} />}
      <div className={classes.columns} data-first={draft.state === 'DRAFT' ? 'main' : 'aside'}>
        <div className={classes.main}>
          {isEditable ? (
            <DraftForm draft={draft} usualReward={usualReward} onDirtyChange={setTyping} onTyped={setTyped} />
          ) : (
            <>
              <KeptWords draft={draft} text={text.frozen} />
              <DraftTerms draft={draft} task={draft.instructions === initial.instructions ? task : undefined} />
            </>
          )}
        </div>
        <div id={anchorOf('review')} data-return className={`${classes.aside} ${classes.step}`}>
          {draft.state !== 'DRAFT' && !isDirty && <FundFlow draft={draft} transactions={transactions} moves={moves} />}
          <BudgetCard terms={isEditable && typed !== undefined ? typed : draft} />
          {!isSettled && <ReviewCard draft={draft} isDirty={isDirty} hasLive={hasLive} />}
        </div>
      </div>
    </Stack>
  )
}

function DraftHeader({ draft, children }: { draft: Draft; children: ReactNode }) {
  return (
    <PageHeader
      title={draft.title}
      badge={<StateBadge state={draft.state} />}
      above={<BackLink href="/client/drafts" label={text.back} />}
    >
      <Text c="dimmed">
        <OutsideLink href={draft.issue.url}>
          {draft.repository_full_name} #{draft.issue.number}
        </OutsideLink>
      </Text>
      {children}
    </PageHeader>
  )
}
