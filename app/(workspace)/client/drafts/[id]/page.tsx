import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { Markdown } from '#app/_components/markdown.tsx'
import { isUuid } from '#app/_is-uuid.ts'
import { readPage } from '#app/_session.ts'
import { toMoney } from '#lib/domain/money.ts'
import { toDraftReply } from '#lib/http/replies/draft-reply.ts'
import { readDraft } from '#lib/usecases/drafts/read-draft.ts'
import { readUsualReward } from '#lib/usecases/drafts/read-usual-reward.ts'
import { DraftPageView } from './_components/draft-page-view.tsx'

type DraftPageProps = { params: Promise<{ id: string }> }

export async function generateMetadata(props: DraftPageProps): Promise<Metadata> {
  return { title: (await readOne(props)).title }
}

export default async function DraftPage(props: DraftPageProps) {
  const draft = await readOne(props)
  const reward = await readPage(readUsualReward)
  return (
    <DraftPageView
      initial={draft}
      usualReward={reward === null ? null : toMoney(reward)}
      task={<Markdown text={draft.instructions} />}
    />
  )
}

async function readOne({ params }: DraftPageProps) {
  const { id } = await params
  if (!isUuid(id)) notFound()
  return toDraftReply(await readPage((ctx) => readDraft(ctx, { id })))
}
