import type { Metadata } from 'next'
import { draftsText } from '#app/_text/drafts.ts'
import { DraftList } from './_components/draft-list.tsx'

export const metadata: Metadata = { title: draftsText.title }

export default function DraftsPage() {
  return <DraftList />
}
