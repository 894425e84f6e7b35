import { Stack } from '@mantine/core'
import type { Metadata } from 'next'
import { BackLink } from '#app/_components/back-link.tsx'
import { HelpLink } from '#app/_components/help-link.tsx'
import { PageHeader } from '#app/_components/page-header.tsx'
import { agentText, newAgentText as text } from '#app/_text/agents.ts'
import { NewAgentForm } from './_components/new-agent-form.tsx'

export const metadata: Metadata = { title: text.title }

export default function NewAgentPage() {
  return (
    <Stack gap="lg" maw={680}>
      <PageHeader title={text.title} text={text.text} above={<BackLink href="/agents" label={agentText.back} />}>
        <HelpLink chapter="run-an-agent" />
      </PageHeader>
      <NewAgentForm />
    </Stack>
  )
}
