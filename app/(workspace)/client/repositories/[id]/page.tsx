import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { readPage } from '#app/_session.ts'
import { readHostStatus } from '#lib/usecases/repositories/read-host-status.ts'
import { IssueBrowser } from './_components/issue-browser.tsx'

type IssuesPageProps = { params: Promise<{ id: string }> }

export async function generateMetadata({ params }: IssuesPageProps): Promise<Metadata> {
  return { title: (await findRepository((await params).id)).fullName }
}

export default async function IssuesPage({ params }: IssuesPageProps) {
  const { id, fullName, canPush, archived } = await findRepository((await params).id)
  return <IssueBrowser repository={{ id, fullName, canDraft: canPush && !archived }} />
}

async function findRepository(id: string) {
  const { installations } = await readPage(readHostStatus)
  return installations.flatMap(({ accesses }) => accesses).find((access) => access.id === id) ?? notFound()
}
