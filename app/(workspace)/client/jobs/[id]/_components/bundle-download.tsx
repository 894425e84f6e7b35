'use client'
import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { resultText as text } from '#app/_text/jobs.ts'
import { call } from '#lib/client/api.ts'
import { saveJson } from '#lib/client/save-json.ts'
import type { JobResult } from './job.ts'

/** The file with which anyone can verify the settled result again. */
export function BundleDownload({ result }: { result: JobResult }) {
  const { onchain_job_id } = result
  const download = useMutation({
    mutationFn: () => call('getVerificationBundle', { params: { onchain_job_id } }),
    onSuccess: (bundle) => saveJson(bundle, bundleName(result)),
    onError: (error) => notifications.show({ color: 'red', title: text.noDownload, message: error.message }),
  })
  return (
    <Button variant="default" size="xs" loading={download.isPending} onClick={() => download.mutate()}>
      {text.download}
    </Button>
  )
}

export function bundleName({ onchain_job_id: id, attempt }: JobResult): string {
  return `jobwright-job-${id}-attempt-${attempt}.json`
}
