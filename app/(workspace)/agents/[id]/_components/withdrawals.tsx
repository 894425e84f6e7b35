'use client'
import { Button } from '@mantine/core'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import classes from '#app/_components/lines.module.css'
import { ProblemAlert } from '#app/_components/problem-alert.tsx'
import { Section } from '#app/_components/section.tsx'
import { commonText } from '#app/_text/common.ts'
import { withdrawalsText as text } from '#app/_text/withdrawals.ts'
import { queries } from '#lib/client/queries.ts'
import { WithdrawalLine } from './withdrawal-line.tsx'

/** Every withdrawal and how far it came; the wallet is read again when one moves. */
export function Withdrawals({ agentId }: { agentId: string }) {
  const client = useQueryClient()
  const pages = useInfiniteQuery(queries.withdrawals(agentId))
  const rows = pages.data?.pages.flatMap((page) => page.data) ?? []
  const moves = rows.map((row) => row.state).join()
  useEffect(() => {
    if (moves) void client.invalidateQueries({ queryKey: ['agent', agentId, 'wallet'] })
  }, [moves, client, agentId])
  if (rows.length === 0) return <ProblemAlert error={pages.error} />
  return (
    <Section title={text.title} isFlush>
      <ul className={classes.list} aria-live="polite">
        {rows.map((row) => (
          <WithdrawalLine key={row.id} withdrawal={row} />
        ))}
      </ul>
      {pages.hasNextPage && (
        <div className={classes.more}>
          <Button
            variant="default"
            size="xs"
            loading={pages.isFetchingNextPage}
            onClick={() => void pages.fetchNextPage()}
          >
            {commonText.loadMore}
          </Button>
        </div>
      )}
    </Section>
  )
}
