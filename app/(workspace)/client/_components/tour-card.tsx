'use client'
import { Anchor, Text } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { Icon } from '#app/_components/icon.tsx'
import { useClient } from '#app/_providers.tsx'
import { tourText as text } from '#app/_text/tour.ts'
import { useTokenBalance } from '#lib/client/chain/hooks.ts'
import { queries } from '#lib/client/queries.ts'
import { setTour } from '#lib/client/tour.ts'
import { type Money, parseAmount } from '#lib/domain/money.ts'
import classes from './tour-card.module.css'
import { type TourStep, tourOf } from './tour-steps.ts'

const pollMs = 5_000

/** The steps to a settled job, each marked done by what the service and the chain say. */
export function TourCard() {
  const { config } = useClient()
  const { data: balance } = useTokenBalance(config)
  const { data: dashboard } = useQuery({ ...queries.dashboard(), refetchInterval: pollMs })
  const { data: github } = useQuery({ ...queries.githubStatus(), refetchInterval: pollMs })
  const drafts = useInfiniteQuery(queries.drafts())
  const jobs = useInfiniteQuery(queries.jobs())
  const steps = tourOf({
    hasWallet: Boolean(dashboard?.wallet),
    balance: balance || unitsOf(dashboard?.balance),
    repositories: github?.installations.flatMap(({ repositories }) => repositories).length ?? 0,
    drafts: dashboard?.drafts ?? {},
    jobs: dashboard?.jobs ?? {},
    newestDraft: drafts.data?.pages[0]?.data[0]?.id,
    newestJob: jobs.data?.pages[0]?.data[0]?.onchain_job_id,
  })
  const done = steps.filter(({ isDone }) => isDone).length
  const next = steps.find(({ isDone }) => !isDone)
  return (
    <aside className={`card ${classes.card}`} aria-label={text.title} data-tour={next?.name ?? 'over'}>
      <details>
        <summary className={classes.head}>
          <span className={classes.title}>{text.title}</span>
          <span className={classes.progress}>{text.progress(done, steps.length)}</span>
        </summary>
        <ol className={classes.steps}>
          {steps.map((step) => (
            <Step key={step.name} step={step} isNext={step === next} />
          ))}
        </ol>
        <button type="button" className={classes.close} onClick={() => setTour('closed')}>
          {text.close}
        </button>
      </details>
      <p className={classes.next}>{next ? <NextStep step={next} /> : text.over}</p>
    </aside>
  )
}

/** What comes next, while the list of all steps is closed. */
function NextStep({ step: { name, href } }: { step: TourStep }) {
  const words = text.steps[name]
  return (
    <>
      {text.next}{' '}
      <Anchor component={Link} href={href} fw={600} inherit>
        {words.title}
      </Anchor>
      <span className={classes.hint}>{words.text}</span>
    </>
  )
}

function unitsOf(money: Money | null | undefined): bigint | undefined {
  return money ? parseAmount(money.amount) : undefined
}

function Step({ step: { name, isDone, href }, isNext }: { step: TourStep; isNext: boolean }) {
  const words = text.steps[name]
  return (
    <li className={classes.step} data-tour-step={name} data-done={isDone}>
      <span className={classes.mark} aria-hidden="true">
        {isDone && <Icon name="check" size={12} />}
      </span>
      <span>
        {(isDone || isNext) && <span className={classes.hidden}>{isDone ? text.done : text.next} </span>}
        <Anchor component={Link} href={href} fw={isNext ? 600 : 400}>
          {words.title}
        </Anchor>
        {isNext && (
          <Text c="dimmed" fz="xs">
            {words.text}
          </Text>
        )}
      </span>
    </li>
  )
}
