import { Badge, Button, Checkbox, Text } from '@mantine/core'
import Link from 'next/link'
import { MoneyText } from '#app/_components/money-text.tsx'
import { StateBadge } from '#app/_components/state-badge.tsx'
import { TimeText } from '#app/_components/time-text.tsx'
import { draftsText as text } from '#app/_text/drafts.ts'
import type { ReplyOf } from '#lib/client/api.ts'
import { type DraftStage, stageOf } from '#lib/domain/draft-list.ts'
import classes from '../../_components/list-table.module.css'
import own from './draft-list.module.css'

type Draft = ReplyOf<'listDrafts'>['data'][number]
type DraftRowProps = {
  draft: Draft
  /** Null where it cannot be chosen; it can be copied instead. */
  selection: { isChosen: boolean; onToggle: () => void } | null
  copy: { isLoading: boolean; start: () => void }
}

export function DraftRow({ draft, selection, copy }: DraftRowProps) {
  const { columns } = text
  const title = (
    <div>
      <Link href={`/client/drafts/${draft.id}`} className={classes.title}>
        {draft.title}
      </Link>
      <Text c="dimmed" fz="xs" mt={2}>
        {draft.repository_full_name} #{draft.issue.number}
      </Text>
    </div>
  )
  return (
    <tr data-draft={draft.id}>
      <th scope="row" className={classes.lead}>
        {selection ? (
          <div className={own.choice}>
            <Checkbox
              aria-label={text.select(draft.title)}
              checked={selection.isChosen}
              onChange={selection.onToggle}
            />
            {title}
          </div>
        ) : (
          title
        )}
      </th>
      <td className={classes.amount} data-label={columns.reward}>
        <MoneyText money={draft.reward} />
      </td>
      <td data-label={columns.state}>
        <DraftState draft={draft} />
      </td>
      <td data-label={columns.changed}>
        <TimeText at={draft.updated_at} />
      </td>
      {!selection && (
        <td className={classes.action}>
          <Button
            variant="default"
            size="compact-xs"
            loading={copy.isLoading}
            aria-label={text.duplicateOf(draft.title)}
            onClick={copy.start}
          >
            {text.duplicate}
          </Button>
        </td>
      )}
    </tr>
  )
}

const colours: Record<Exclude<DraftStage, 'funded'>, string> = { fund: 'teal', review: 'blue', edit: 'orange' }

/** What a draft needs next; while its payment is under way, its state, and once it is funded, that of its job. */
function DraftState({ draft }: { draft: Draft }) {
  const { state, job_state, reviewed_at } = draft
  const stage = stageOf({ state, isReviewed: reviewed_at !== null })
  if (stage === 'funded' || state === 'FUNDING') return <StateBadge state={job_state ?? state} />
  return (
    <Badge color={colours[stage]} data-state={state}>
      {text.stages[stage]}
    </Badge>
  )
}
