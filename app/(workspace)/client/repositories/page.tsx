import type { Metadata } from 'next'
import { readPage } from '#app/_session.ts'
import { repositoriesText } from '#app/_text/workspace.ts'
import { toHostStatusReply } from '#lib/http/replies/repository-reply.ts'
import { readHostStatus } from '#lib/usecases/repositories/read-host-status.ts'
import { Repositories } from './_components/repositories.tsx'

export const metadata: Metadata = { title: repositoriesText.title }

export default async function RepositoriesPage() {
  return <Repositories initial={toHostStatusReply(await readPage(readHostStatus))} />
}
