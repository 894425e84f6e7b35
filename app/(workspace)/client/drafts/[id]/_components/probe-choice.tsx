'use client'
import { Checkbox, TextInput } from '@mantine/core'
import { useState } from 'react'
import { probeText as text } from '#app/_text/drafts.ts'
import type { CallInput } from '#lib/client/api.ts'
import type { Draft } from './draft.ts'

export type ReviewInput = NonNullable<CallInput<'reviewDraft'>['body']>

const mostPaths = 10

/** Whether a verifier may try the commands, and where the work will be; left alone, the service decides for a private one. */
export function useProbeChoice(draft: Draft) {
  const isPrivate = draft.findings.some(({ code }) => code === 'repository_private')
  const [chosen, choose] = useState<boolean>()
  const [paths, setPaths] = useState(() => draft.probe?.likely_paths.join(', ') ?? '')
  const isOn = chosen ?? !isPrivate
  const named = paths.split(',').flatMap((path) => path.trim().replace(/^\.\//, '') || [])
  const input: ReviewInput = {
    ...(chosen !== undefined && { probe_mode: chosen ? ('run' as const) : ('skip' as const) }),
    ...(named.length > 0 && { likely_paths: named.slice(0, mostPaths) }),
  }
  return { isOn, choose, paths, setPaths, input }
}

export function ProbeChoice({ isOn, choose, paths, setPaths }: ReturnType<typeof useProbeChoice>) {
  return (
    <>
      <Checkbox
        label={text.choice}
        description={text.shown}
        checked={isOn}
        onChange={(event) => choose(event.currentTarget.checked)}
      />
      {isOn && (
        <TextInput
          label={text.paths}
          description={text.pathsHint}
          value={paths}
          onChange={(event) => setPaths(event.currentTarget.value)}
        />
      )}
    </>
  )
}
