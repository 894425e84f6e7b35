import type { Metadata } from 'next'
import { jobsText } from '#app/_text/job-list.ts'
import { JobList } from './_components/job-list.tsx'

export const metadata: Metadata = { title: jobsText.title }

export default function JobsPage() {
  return <JobList />
}
