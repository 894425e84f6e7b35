import { draftsText as text } from '#app/_text/drafts.ts'
import type { ReplyOf } from '#lib/client/api.ts'
import classes from '../../_components/list-table.module.css'
import { DraftRow } from './draft-row.tsx'
import type { useDuplicate } from './use-duplicate.ts'

type DraftTableProps = {
  drafts: ReplyOf<'listDrafts'>['data']
  /** Null where nothing can be chosen. */
  selection: { chosen: ReadonlySet<string>; onChange: (chosen: ReadonlySet<string>) => void } | null
  duplication: ReturnType<typeof useDuplicate>
}

export function DraftTable({ drafts, selection, duplication }: DraftTableProps) {
  const { columns } = text
  const toggle = (id: string) => {
    const chosen = new Set(selection?.chosen)
    if (!chosen.delete(id)) chosen.add(id)
    selection?.onChange(chosen)
  }
  const copied = duplication.isPending || duplication.isSuccess ? duplication.variables?.id : undefined
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{columns.issue}</th>
          <th scope="col" className={classes.amount}>
            {columns.reward}
          </th>
          <th scope="col">{columns.state}</th>
          <th scope="col">{columns.changed}</th>
          {!selection && <td />}
        </tr>
      </thead>
      <tbody>
        {drafts.map((draft) => (
          <DraftRow
            key={draft.id}
            draft={draft}
            selection={selection && { isChosen: selection.chosen.has(draft.id), onToggle: () => toggle(draft.id) }}
            copy={{
              isLoading: copied === draft.id,
              start: () => duplication.mutate({ id: draft.id, key: crypto.randomUUID() }),
            }}
          />
        ))}
      </tbody>
    </table>
  )
}
