'use client'
import { Button } from '@mantine/core'
import { publishText as text } from '#app/_text/publishing.ts'
import { fastImport } from '#lib/client/fast-import.ts'
import { saveFile } from '#lib/client/save-file.ts'
import type { JobResult } from './job.ts'

/** The file that `git fast-import` turns into the settled commit; nothing while the content is withheld. */
export function PatchDownload({ result }: { result: JobResult }) {
  const { onchain_job_id: id, changes, result_commitment: commitment, submitted_at } = result
  const { base_commit: baseCommit } = result.result_document
  if (!changes || typeof baseCommit !== 'string') return null
  const save = () => {
    const message = text.patchMessage(id, commitment)
    const at = new Date(submitted_at)
    saveFile(fastImport({ branch: branchOf(id), baseCommit, message, at, changes }), patchName(id))
  }
  return (
    <Button variant="default" size="xs" onClick={save}>
      {text.patch}
    </Button>
  )
}

export function branchOf(id: string): string {
  return `jobwright/job-${id}`
}

export function patchName(id: string): string {
  return `jobwright-job-${id}.fast-import`
}
