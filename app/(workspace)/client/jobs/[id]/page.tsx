import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { readPage } from '#app/_session.ts'
import { toJobDetailReply } from '#lib/http/replies/job-reply.ts'
import { readJob } from '#lib/usecases/jobs/read-job.ts'
import { JobPageView } from './_components/job-page-view.tsx'

type JobPageProps = { params: Promise<{ id: string }> }

export async function generateMetadata(props: JobPageProps): Promise<Metadata> {
  return { title: (await readOne(props)).title }
}

export default async function JobPage(props: JobPageProps) {
  return <JobPageView initial={await readOne(props)} />
}

async function readOne({ params }: JobPageProps) {
  const { id } = await params
  if (!/^(0|[1-9]\d{0,77})$/.test(id)) notFound()
  return toJobDetailReply(await readPage((ctx) => readJob(ctx, { id: BigInt(id) })))
}
