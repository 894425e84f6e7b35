import { Badge, Group, Text, UnstyledButton } from '@mantine/core'
import { TimeText } from '#app/_components/time-text.tsx'
import { issuesText } from '#app/_text/workspace.ts'
import type { ReplyOf } from '#lib/client/api.ts'
import classes from './issues.module.css'

const text = issuesText

type Issue = ReplyOf<'listRepositoryIssues'>['data'][number]

export function IssueLine({ issue, onOpen }: { issue: Issue; onOpen: () => void }) {
  return (
    <li className={classes.line}>
      <Group gap="xs">
        <UnstyledButton className={classes.title} onClick={onOpen}>
          {issue.title}
        </UnstyledButton>
        {issue.labels.map((label) => (
          <Badge key={label} variant="default">
            {label}
          </Badge>
        ))}
        {issue.state === 'closed' && <Badge color="grape">{text.states.closed}</Badge>}
      </Group>
      <Text c="dimmed" fz="xs" mt={2}>
        #{issue.number} {text.opened} <TimeText at={issue.created_at} /> {text.by} {issue.author}
        {issue.comments > 0 && ` · ${text.comments(issue.comments)}`}
      </Text>
    </li>
  )
}
