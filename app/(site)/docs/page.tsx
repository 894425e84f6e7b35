import { Button, Text, TextInput, Title } from '@mantine/core'
import type { Metadata } from 'next'
import Link from 'next/link'
import { helpText as text } from '../../_text/help.ts'
import { chapters, searchHelp } from './_chapters.ts'
import classes from './_components/help.module.css'
import { HelpPage } from './_components/help-page.tsx'

export const metadata: Metadata = { title: text.title, description: text.lead }

type HelpProps = { searchParams: Promise<{ q?: string | string[] }> }

export default async function HelpIndex({ searchParams }: HelpProps) {
  const { q } = await searchParams
  const query = (typeof q === 'string' ? q : '').trim().slice(0, 100)
  return (
    <HelpPage>
      <Title order={1}>{text.title}</Title>
      <p className={classes.lead}>{text.lead}</p>
      <search>
        <form action="/docs" className={classes.search}>
          <TextInput name="q" type="search" defaultValue={query} aria-label={text.search} placeholder={text.search} />
          <Button type="submit" variant="default">
            {text.find}
          </Button>
        </form>
      </search>
      {query === '' ? <Chapters /> : <Results query={query} />}
    </HelpPage>
  )
}

function Chapters() {
  return chapters().map(({ name, title, lead }) => (
    <section key={name} className={classes.chapter}>
      <Title order={2} size="h4" mt={0}>
        <Link href={`/docs/${name}`}>{title}</Link>
      </Title>
      <Text component="p" c="dimmed">
        {lead}
      </Text>
    </section>
  ))
}

function Results({ query }: { query: string }) {
  const found = searchHelp(query)
  return (
    <>
      <Title order={2} size="h4" mt="xl">
        {text.found(found.length, query)}
      </Title>
      {found.length === 0 && <p>{text.nothing}</p>}
      {found.map(({ chapter, section }) => (
        <section key={`${chapter.name}#${section.anchor}`} className={classes.chapter}>
          <Link href={`/docs/${chapter.name}#${section.anchor}`}>{section.title}</Link>
          <Text component="p" c="dimmed" fz="sm">
            {text.inChapter(chapter.title)}
          </Text>
        </section>
      ))}
    </>
  )
}
