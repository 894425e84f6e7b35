'use client'
import { Group, Text } from '@mantine/core'
import { Copyable } from '#app/_components/copyable.tsx'
import { type Fact, Facts } from '#app/_components/facts.tsx'
import { OutsideLink } from '#app/_components/outside-link.tsx'
import { TimeText } from '#app/_components/time-text.tsx'
import { publishText as text } from '#app/_text/publishing.ts'
import type { Publication } from './job.ts'

/** Where the published result is. */
export function Published({ publication }: { publication: Publication }) {
  const { head_commit, pull_request_url, check_run_url, published_at, branch } = publication
  const facts: Fact[] = [{ label: text.branch, value: <Copyable value={branch} label={text.branch} /> }]
  if (head_commit) facts.push({ label: text.commit, value: <Copyable value={head_commit} label={text.commit} short /> })
  if (published_at) facts.push({ label: text.published, value: <TimeText at={published_at} /> })
  return (
    <>
      <Text>{text.publishedText}</Text>
      <Group gap="lg" fz="md">
        {pull_request_url && <OutsideLink href={pull_request_url}>{text.openPull}</OutsideLink>}
        {check_run_url && <OutsideLink href={check_run_url}>{text.openCheck}</OutsideLink>}
      </Group>
      <Facts facts={facts} />
    </>
  )
}
