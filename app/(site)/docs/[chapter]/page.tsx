import { Title } from '@mantine/core'
import type { Metadata } from 'next'
import Link from 'next/link'
import { notFound } from 'next/navigation'
import { Fragment } from 'react'
import { helpText as text } from '#app/_text/help.ts'
import { type Chapter, chapters } from '../_chapters.ts'
import classes from '../_components/help.module.css'
import { HelpPage } from '../_components/help-page.tsx'
import { HelpText } from '../_components/help-text.tsx'

type ChapterProps = { params: Promise<{ chapter: string }> }

export async function generateMetadata({ params }: ChapterProps): Promise<Metadata> {
  const { title, lead } = await readChapter(params)
  return { title, description: lead }
}

export default async function ChapterPage({ params }: ChapterProps) {
  const chapter = await readChapter(params)
  const next = chapters()[chapters().indexOf(chapter) + 1]
  return (
    <HelpPage current={chapter.name}>
      <Title order={1}>{chapter.title}</Title>
      <p className={classes.lead}>{chapter.lead}</p>
      {chapter.sections.map((section) => (
        <Fragment key={section.anchor}>
          <Title order={2} size="h3" id={section.anchor}>
            {section.title}
          </Title>
          <HelpText text={section.text} />
        </Fragment>
      ))}
      {next && (
        <p>
          <Link href={`/docs/${next.name}`}>{text.next(next.title)}</Link>
        </p>
      )}
    </HelpPage>
  )
}

async function readChapter(params: ChapterProps['params']): Promise<Chapter> {
  const { chapter: name } = await params
  return chapters().find((one) => one.name === name) ?? notFound()
}
