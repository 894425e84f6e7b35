import { Stack, Text, Title } from '@mantine/core'
import { OutsideLink } from '#app/_components/outside-link.tsx'
import { Section } from '#app/_components/section.tsx'
import { issueChangeText as text } from '#app/_text/drafts.ts'
import { visible } from '#lib/client/readable.ts'
import type { Draft } from './draft.ts'
import classes from './issue-change.module.css'

type Kind = 'same' | 'added' | 'removed'
type Line = { kind: Kind; text: string }

/** How the issue differs from what the draft was made of, as a difference that reads without colours too. */
export function IssueChange({ draft }: { draft: Draft }) {
  const change = draft.issue_change
  if (!change || !(change.title || change.labels || change.body)) return null
  const finding = draft.findings.find(({ code }) => code === 'issue_changed')
  return (
    <Section
      title={text.title}
      text={text.text}
      aside={
        <Text component="span">
          <OutsideLink href={draft.issue.url}>{text.source}</OutsideLink>
        </Text>
      }
    >
      <Stack gap="md">
        {finding && <Text fw={600}>{finding.next_action}</Text>}
        {change.title && (
          <Difference title={text.parts.title} lines={pair([change.title.before], [change.title.after])} />
        )}
        {change.labels && (
          <Difference title={text.parts.labels} lines={pair(change.labels.removed, change.labels.added)} />
        )}
        {change.body && <Difference title={text.parts.body} lines={change.body} note={text.leftOut} />}
      </Stack>
    </Section>
  )
}

function Difference({ title, lines, note }: { title: string; lines: readonly Line[]; note?: string }) {
  return (
    <div data-difference={title}>
      <Title order={3} mb={6}>
        {title}
      </Title>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={classes.diff} tabIndex={0} aria-label={title}>
        <div className={classes.lines}>
          {lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one difference never move
            <DifferenceLine key={index} line={line} />
          ))}
        </div>
      </section>
      {note && (
        <Text c="dimmed" fz="xs" mt={4}>
          {note}
        </Text>
      )}
    </div>
  )
}

function DifferenceLine({ line }: { line: Line }) {
  const words = visible(line.text) || ' '
  return (
    <div className={classes.line} data-kind={line.kind}>
      {line.kind === 'added' && <ins className={classes.text}>{words}</ins>}
      {line.kind === 'removed' && <del className={classes.text}>{words}</del>}
      {line.kind === 'same' && <span>{words}</span>}
    </div>
  )
}

function pair(removed: readonly string[], added: readonly string[]): Line[] {
  return [
    ...removed.map((words): Line => ({ kind: 'removed', text: words })),
    ...added.map((words): Line => ({ kind: 'added', text: words })),
  ]
}
