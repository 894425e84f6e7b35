'use client'
import { Badge, Group, Text } from '@mantine/core'
import Link from 'next/link'
import { Section } from '#app/_components/section.tsx'
import { repositoriesText } from '#app/_text/workspace.ts'
import type { ReplyOf } from '#lib/client/api.ts'
import { InstallationActions } from './installation-actions.tsx'
import classes from './installation-card.module.css'

const text = repositoriesText

type Installation = ReplyOf<'getGithubStatus'>['installations'][number]
type Repository = Installation['repositories'][number]

type InstallationCardProps = { installation: Installation; login: string; isRefused: boolean }

export function InstallationCard({ installation, login, isRefused }: InstallationCardProps) {
  const { installation_id: id, account_login: account, suspended, repositories } = installation
  return (
    <Section
      title={account}
      text={`${isRefused ? text.lastReadAs : text.connectedAs} ${login}`}
      aside={suspended && <Badge color="orange">{text.suspended}</Badge>}
      isFlush
    >
      {repositories.length === 0 && (
        <Text c="dimmed" className={classes.empty}>
          {suspended ? text.noneWhileSuspended : text.noRepositories}
        </Text>
      )}
      <ul className={classes.list}>
        {repositories.map((repository) => (
          <RepositoryLine key={repository.id} repository={repository} />
        ))}
      </ul>
      <InstallationActions
        id={String(id)}
        account={account}
        checkedAt={installation.checked_at}
        isRefused={isRefused}
      />
    </Section>
  )
}

function RepositoryLine({ repository }: { repository: Repository }) {
  return (
    <li className={classes.line}>
      <div className={classes.about}>
        <Group gap="xs">
          <Link href={`/client/repositories/${repository.id}`} className={classes.name}>
            {repository.full_name}
          </Link>
          {repository.private && <Badge variant="default">{text.private}</Badge>}
          {repository.archived && <Badge color="orange">{text.archived}</Badge>}
          {!repository.can_draft && !repository.archived && (
            <Badge variant="default" title={text.readOnlyHint}>
              {text.readOnly}
            </Badge>
          )}
        </Group>
        <Text c="dimmed" fz="xs">
          {[repository.language, repository.default_branch, text.openIssues(repository.open_issues)]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </div>
      <Text c="dimmed" fz="xs" className={classes.hint} aria-hidden="true">
        {text.browse}
      </Text>
    </li>
  )
}
