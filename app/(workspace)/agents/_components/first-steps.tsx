import { Text } from '@mantine/core'
import { ButtonLink } from '#app/_components/button-link.tsx'
import { agentsText as text } from '#app/_text/agents.ts'
import classes from './first-steps.module.css'

/** What an agent is and how to come by one. */
export function FirstSteps() {
  return (
    <div className={classes.box}>
      <Text fw={600}>{text.emptyTitle}</Text>
      <Text c="dimmed" mt={4}>
        {text.empty}
      </Text>
      <ol className={classes.steps}>
        {text.steps.map((step, index) => (
          <li key={step.title}>
            <span className={classes.number} aria-hidden="true">
              {index + 1}
            </span>
            <Text fw={600}>{step.title}</Text>
            <Text c="dimmed" mt={2}>
              {step.text}
            </Text>
          </li>
        ))}
      </ol>
      <ButtonLink href="/agents/new">{text.create}</ButtonLink>
    </div>
  )
}
