import { List, ListItem, Stack, Text } from '@mantine/core'
import { type Fact, Facts } from '#app/_components/facts.tsx'
import { Markdown } from '#app/_components/markdown.tsx'
import { MoneyText } from '#app/_components/money-text.tsx'
import { Section } from '#app/_components/section.tsx'
import { publicIssueText } from '#app/_text/explorer.ts'
import { timeSpan } from '#app/_time-span.ts'
import { percentText } from '#lib/domain/percent.ts'
import type { PublicIssueView } from '#lib/usecases/discovery/read-issue.ts'
import classes from './issue.module.css'

const { terms: text } = publicIssueText

type IssueTermsProps = { proof: NonNullable<PublicIssueView['proof']>; body: string }

/** What the client asks for and promises, as it was committed to when the job was funded. `body` is the issue's text. */
export function IssueTerms({ proof: { snapshot }, body }: IssueTermsProps) {
  const { taskDocument: task, policyDocument: policy } = snapshot
  const money = (amount: string) => <MoneyText money={{ amount, currency: policy.currency }} />
  const facts: Fact[] = [
    { label: publicIssueText.reward, value: money(policy.reward) },
    { label: text.fee, value: money(policy.verifier_fee) },
    { label: text.silenceShare, value: text.silenceShareOf(percentText(snapshot.silenceShareBps)) },
    { label: text.quorum, value: text.quorumOf(policy.quorum, policy.verifiers) },
    { label: text.work, value: timeSpan(policy.work_seconds) },
    { label: text.verification, value: timeSpan(policy.verification_seconds) },
    { label: text.base, value: <span className="mono">{task.base.commit}</span> },
  ]
  return (
    <Section title={text.title} text={text.text}>
      <Stack gap="lg">
        <div>
          <h3 className={classes.part}>{text.task}</h3>
          {task.instructions.trim() === body.trim() ? (
            <Text c="dimmed">{text.sameTask}</Text>
          ) : (
            <Markdown text={task.instructions} />
          )}
          {task.acceptance_criteria.length > 0 && (
            <List size="sm" mt="xs">
              {task.acceptance_criteria.map((one) => (
                <ListItem key={one}>{one}</ListItem>
              ))}
            </List>
          )}
        </div>
        <div>
          <h3 className={classes.part}>{text.commands}</h3>
          <ul className={classes.commands}>
            {policy.commands.map(({ name, argv, expect }) => (
              <li key={name}>
                <code className="mono">{argv.join(' ')}</code>
                <Text c="dimmed" fz="xs">
                  {name} · {text.expects[expect] ?? expect}
                </Text>
              </li>
            ))}
          </ul>
        </div>
        <Facts facts={facts} />
      </Stack>
    </Section>
  )
}
