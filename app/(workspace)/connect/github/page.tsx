import type { Metadata } from 'next'
import { repositoriesText } from '#app/_text/workspace.ts'
import { CompleteConnection } from './_components/complete-connection.tsx'

export const metadata: Metadata = { title: repositoriesText.connecting.title, referrer: 'no-referrer' }

export default function ConnectGithubPage() {
  return <CompleteConnection />
}
