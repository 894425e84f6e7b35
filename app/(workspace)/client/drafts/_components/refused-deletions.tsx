import { Alert, Anchor, List, ListItem, Text } from '@mantine/core'
import Link from 'next/link'
import { draftsText as text } from '#app/_text/drafts.ts'
import type { ReplyOf } from '#lib/client/api.ts'
import type { RefusedDeletion } from '#lib/client/delete-drafts.ts'

type RefusedDeletionsProps = { refused: readonly RefusedDeletion[]; drafts: ReplyOf<'listDrafts'>['data'] }

/** Which of the chosen drafts stayed, each with the reason and the way on. */
export function RefusedDeletions({ refused, drafts }: RefusedDeletionsProps) {
  if (refused.length === 0) return null
  return (
    <Alert color="yellow" role="alert" title={text.deletion.refused(refused.length)}>
      <List size="sm" spacing={4}>
        {refused.map(({ id, error: { problem } }) => (
          <ListItem key={id}>
            <Anchor component={Link} inherit href={`/client/drafts/${id}`}>
              {drafts.find((draft) => draft.id === id)?.title ?? id}
            </Anchor>
            <Text>
              {problem.detail} {problem.next_actions[0]?.text}
            </Text>
          </ListItem>
        ))}
      </List>
    </Alert>
  )
}
