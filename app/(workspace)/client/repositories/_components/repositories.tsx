'use client'
import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { EmptyState } from '#app/_components/empty-state.tsx'
import { PageHeader } from '#app/_components/page-header.tsx'
import { ProblemAlert } from '#app/_components/problem-alert.tsx'
import { repositoriesText } from '#app/_text/workspace.ts'
import type { ReplyOf } from '#lib/client/api.ts'
import { queries } from '#lib/client/queries.ts'
import { ConnectButton } from './connect-button.tsx'
import { HostNotes } from './host-notes.tsx'
import { InstallationCard } from './installation-card.tsx'

const text = repositoriesText

export function Repositories({ initial }: { initial: ReplyOf<'getGithubStatus'> }) {
  const { data, error } = useQuery({ ...queries.githubStatus(), initialData: initial })
  const isEmpty = data.installations.length === 0
  const isRefused = data.account !== null && !data.connected
  return (
    <Stack gap="lg">
      <PageHeader title={text.title} text={text.text}>
        {!isEmpty && data.connected && <ConnectButton label={text.connectMore} variant="default" />}
      </PageHeader>
      <ProblemAlert error={error} />
      <HostNotes status={data} />
      {isEmpty && (
        <div className="card">
          <EmptyState icon="repositories" title={text.emptyTitle} text={text.empty}>
            {!isRefused && <ConnectButton label={text.connect} variant="filled" />}
          </EmptyState>
        </div>
      )}
      {data.installations.map((installation) => (
        <InstallationCard
          key={installation.installation_id}
          installation={installation}
          login={data.account?.login ?? ''}
          isRefused={isRefused}
        />
      ))}
    </Stack>
  )
}
