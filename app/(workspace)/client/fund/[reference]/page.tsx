import { Stack, Text } from '@mantine/core'
import type { Metadata } from 'next'
import { notFound, redirect } from 'next/navigation'
import { PageHeader } from '#app/_components/page-header.tsx'
import { Section } from '#app/_components/section.tsx'
import { readPage } from '#app/_session.ts'
import { pendingIssueText as text } from '#app/_text/pending-issue.ts'
import { readHostStatus } from '#lib/usecases/repositories/read-host-status.ts'
import { ConnectButton } from '../../repositories/_components/connect-button.tsx'

type FundPageProps = { params: Promise<{ reference: string }> }

const referencePattern = /^([\w.-]+):([\w.-]+):([1-9]\d{0,9})$/

export const metadata: Metadata = { title: text.title }

/** Leads to the preview of a public issue in its connected repository, or says how to connect it. */
export default async function FundPage({ params }: FundPageProps) {
  const reference = decodeURIComponent((await params).reference)
  const [, owner, name, number] = referencePattern.exec(reference) ?? notFound()
  const repository = `${owner}/${name}`
  const { installations } = await readPage(readHostStatus)
  const access = installations
    .flatMap(({ accesses }) => accesses)
    .find(({ fullName }) => fullName.toLowerCase() === repository.toLowerCase())
  if (access) redirect(`/client/repositories/${access.id}?issue=${number}`)
  return (
    <Stack gap="lg" maw={640}>
      <PageHeader title={text.connectTitle(repository)} />
      <Section title={`${repository} #${number}`} text={text.connect}>
        <Stack gap="md">
          {installations.length > 0 && <Text>{text.missing(repository)}</Text>}
          <ConnectButton label={text.connectButton} variant="filled" />
        </Stack>
      </Section>
    </Stack>
  )
}
