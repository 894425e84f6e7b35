'use client'
import { Alert, Group, Stack, Text } from '@mantine/core'
import { CommandBlock } from '#app/_components/command-block.tsx'
import { publishText as text } from '#app/_text/publishing.ts'
import type { Job, JobResult, Publication } from './job.ts'
import { PatchDownload, patchName } from './patch-download.tsx'
import { PublishButton } from './publish-button.tsx'

type PublicationFailedProps = { job: Job; result: JobResult; publication: Publication }

/** Why it did not go, another try, and the way that needs no App. */
export function PublicationFailed({ job, result, publication }: PublicationFailedProps) {
  return (
    <>
      <Alert color="red" role="alert" title={text.failedTitle}>
        {publication.detail ?? text.unknownReason}
      </Alert>
      <Text>{text.failedText}</Text>
      <Group gap="sm">
        <PublishButton job={job} result={result} label={text.again} />
        <PatchDownload result={result} />
      </Group>
      <Stack gap={6}>
        <Text c="dimmed">{text.patchHow}</Text>
        <CommandBlock command={`git fast-import < ${patchName(job.onchain_job_id)}`} label={text.patchCommand} />
      </Stack>
    </>
  )
}
