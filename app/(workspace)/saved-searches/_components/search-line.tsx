'use client'
import { Anchor, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import Link from 'next/link'
import classes from '#app/_components/lines.module.css'
import { ProblemAlert } from '#app/_components/problem-alert.tsx'
import { ReadyButton } from '#app/_components/ready-button.tsx'
import { showUndo } from '#app/_components/undo-toast.tsx'
import { savedSearchesText as text } from '#app/_text/saved-searches.ts'
import { call, type ReplyOf } from '#lib/client/api.ts'
import { visible } from '#lib/client/readable.ts'
import { isGone } from '#lib/client/refusals.ts'
import { retrying } from '#lib/client/retrying.ts'
import { resultsHrefOf, wordsOf } from '../_results.ts'

type SavedSearch = ReplyOf<'listSavedSearches'>['data'][number]

/** One search: its name leads to what it finds now. */
export function SearchLine({ search }: { search: SavedSearch }) {
  const { name, filter } = search
  const words = wordsOf(filter)
  return (
    <li className={classes.line}>
      <div className={classes.about}>
        <Anchor component={Link} href={resultsHrefOf(filter)} fw={600}>
          {visible(name)}
        </Anchor>
        {words !== name && (
          <Text c="dimmed" fz="xs" mt={2}>
            {visible(words)}
          </Text>
        )}
      </div>
      <div className={classes.aside}>
        <Delete search={search} />
      </div>
    </li>
  )
}

/** Deletes at once, since saving it again brings everything back. */
function Delete({ search: { id, name, filter } }: { search: SavedSearch }) {
  const client = useQueryClient()
  const reread = () => client.invalidateQueries({ queryKey: ['saved-searches'] })
  const removal = useMutation({
    mutationFn: () =>
      retrying(() => call('deleteSavedSearch', { params: { search_id: id } })).catch((error: unknown) => {
        // Gone already, perhaps by a first request whose answer was lost.
        if (!isGone(error)) throw error
      }),
    onSuccess: async () => {
      showUndo(text.undoDeletion(visible(name)), async () => {
        await retrying(() => call('saveSearch', { body: { id, name, filter } }))
        await reread()
      })
      await reread()
    },
  })
  return (
    <>
      <ProblemAlert error={removal.error} />
      <ReadyButton
        variant="default"
        size="xs"
        loading={removal.isPending}
        aria-label={text.deleteLabel(visible(name))}
        onClick={() => removal.mutate()}
      >
        {text.delete}
      </ReadyButton>
    </>
  )
}
