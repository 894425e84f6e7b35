'use client'
import { Alert, Anchor, Group, Stack, Text } from '@mantine/core'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { ApiError, type Problem } from '#lib/client/api.ts'
import { closedByPerson, WalletRefusal } from '#lib/client/executor/executor.ts'
import { pageOf } from '#lib/domain/page-of.ts'
import { isGeneral, type Step } from '#lib/domain/step.ts'
import { fieldName } from '../_field-name.ts'
import { commonText } from '../_text/common.ts'
import { Copyable } from './copyable.tsx'
import classes from './problem-alert.module.css'
import { SignInAgain } from './sign-in-again.tsx'
import { useProblemText } from './use-problem-text.ts'

const text = commonText.problem

/** A refusal in words: what happened, what is wrong, what can be done, and the code and request to quote. */
export function ProblemAlert({ error }: { error: unknown }) {
  if (!error) return null
  if (error instanceof ApiError) return <ApiProblem problem={error.problem} />
  if (error instanceof WalletRefusal) return <WalletProblem refusal={error} />
  return (
    <Alert color="red" role="alert" title={text.unreachableTitle}>
      {text.unreachable}
    </Alert>
  )
}

function ApiProblem({ problem }: { problem: Problem }) {
  const explanation = useProblemText(problem.code)
  const steps = problem.next_actions.filter((action) => !isGeneral(action))
  // Where one field alone is wrong, the detail often says the same.
  const errors = problem.errors.filter(({ message }) => message !== problem.detail)
  return (
    <Alert color={problem.retryable ? 'yellow' : 'red'} role="alert" title={problem.title}>
      <Stack gap={6}>
        <Text>{problem.detail}</Text>
        {explanation && explanation !== 'unknown' && <Text>{explanation.meaning}</Text>}
        {errors.length > 0 && (
          <ul className={classes.errors}>
            {errors.map(({ pointer, message }) => (
              <li key={pointer + message}>
                {pointer && `${fieldName(pointer)}: `}
                {message}
              </li>
            ))}
          </ul>
        )}
        {steps.map((action) => (
          <NextAction key={action.code + action.text} action={action} />
        ))}
        {steps.length === 0 && explanation && explanation !== 'unknown' && <Text>{explanation.next}</Text>}
        {explanation === 'unknown' && <UnknownProblem problem={problem} />}
        <Group gap="md" c="dimmed" fz="xs">
          <span>
            {text.code} <span className="mono">{problem.code}</span>
          </span>
          {problem.request_id && explanation !== 'unknown' && (
            <span>
              {text.request} <Copyable value={problem.request_id} label={text.request} short />
            </span>
          )}
        </Group>
      </Stack>
    </Alert>
  )
}

/** A refusal that this page has no words for is best taken to support, which can look it up. */
function UnknownProblem({ problem }: { problem: Problem }) {
  if (!problem.request_id) return null
  return (
    <div>
      <Text>{text.quote}</Text>
      <Copyable value={problem.request_id} label={text.request} />
    </div>
  )
}

/** Where the action is done, unless that is here; a new sign-in comes back to this page. */
function NextAction({ action }: { action: Step }) {
  const here = usePathname()
  const page = pageOf(action)
  if (!page || page === here) return <Text>{action.text}</Text>
  if (page === '/sign-in') {
    return (
      <SignInAgain>
        <Text>{action.text}</Text>
      </SignInAgain>
    )
  }
  return (
    <Anchor component={Link} href={page}>
      {action.text}
    </Anchor>
  )
}

function WalletProblem({ refusal }: { refusal: WalletRefusal }) {
  if (refusal.code === closedByPerson) {
    return (
      <Alert color="gray" role="status" title={text.closedTitle}>
        {text.closed}
      </Alert>
    )
  }
  return (
    <Alert color="red" role="alert" title={text.walletTitle}>
      <Text>{refusal.message}</Text>
      <Text c="dimmed" fz="xs" mt={4}>
        {text.code} <span className="mono">{refusal.code}</span>
      </Text>
    </Alert>
  )
}
