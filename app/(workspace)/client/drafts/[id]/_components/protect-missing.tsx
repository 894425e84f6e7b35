'use client'
import { Button, Group, Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ProblemAlert } from '#app/_components/problem-alert.tsx'
import { reviewText as text } from '#app/_text/drafts.ts'
import { call } from '#lib/client/api.ts'
import { showAnswer } from '#lib/client/show-answer.ts'
import { maxProtectedPaths } from '#lib/domain/path-pattern.ts'
import type { Draft } from './draft.ts'

/** Saves the entries that the findings miss, if any; the draft is reviewed again by hand. */
export function ProtectMissing({ draft, isPending }: { draft: Draft; isPending: boolean }) {
  const room = maxProtectedPaths - draft.protected_paths.length
  const missing = draft.findings.flatMap((finding) => finding.missing ?? []).slice(0, Math.max(0, room))
  const client = useQueryClient()
  const save = useMutation({
    mutationFn: () =>
      call('updateDraft', {
        params: { id: draft.id },
        body: { protected_paths: [...draft.protected_paths, ...missing] },
        ifMatch: draft.version,
      }),
    onSuccess: (saved) => showAnswer(client, ['draft', draft.id], saved),
    // Another tab may have saved it: the next try is on what it is now.
    onError: () => client.invalidateQueries({ queryKey: ['draft', draft.id] }),
  })
  if (missing.length === 0) return null
  return (
    <Stack gap="xs" mt="sm">
      <ProblemAlert error={save.error} />
      <Group>
        <Button variant="default" size="xs" disabled={isPending} loading={save.isPending} onClick={() => save.mutate()}>
          {text.protect(missing.length)}
        </Button>
      </Group>
    </Stack>
  )
}
