import { setTimeout as wait } from 'node:timers/promises'
import { approveAllowance, fund, type JobTerms, prepareDraft } from '../demo/fund-job.ts'
import { solvableAt } from '../demo/issues.ts'
import { type Client, cancelJob, fill, readyClient, repository, runJourney, type Setting } from '../demo/journey.ts'
import { cannotRun, wrongResult } from '../demo/scenarios.ts'
import { expectThat, step, until } from '../demo/steps.ts'

export type Load = {
  play: (setting: Setting) => Promise<void>
  /** How long it may take once the weather is clear again. */
  secondsAfter: number
}

/** How long the service may take, once the weather is clear again, to do all that waited. */
export const secondsAfter = 120

/** Scenarios of the demo that are played under each weather, one after the other. */
export const scenarios: Record<'main-job' | 'wrong-result' | 'cannot-run', Load> = {
  'main-job': { play: runJourney, secondsAfter },
  'wrong-result': { play: wrongResult, secondsAfter },
  'cannot-run': { play: cannotRun, secondsAfter },
}

/** From the draft of a job to its funding, on an honest chain; a wallet makes one payment at a time. */
const secondsPerFunding = 6

type Kind = { end: 'SETTLED' | 'CANCELLED'; terms: JobTerms }

const paid: Kind = { end: 'SETTLED', terms: {} }
/** More verifiers than there are, so that it stays open until its client cancels it. */
const cancelled: Kind = { end: 'CANCELLED', terms: { verifiers: 5, quorum: 3 } }

/** More than either kind costs, in base units. */
const mostOfJob = 5_000_000n

/** So many jobs of one client at once: one half is paid, the other cancelled. */
export function jobsAtOnce(count: number): Load {
  const play = async (setting: Setting) => {
    const client = await clientFor(setting, count)
    const ends: Promise<void>[] = []
    for (let index = 0; index < count; index += 1) {
      const kind = index % 2 === 0 ? paid : cancelled
      const id = await fundOne(setting, client, kind, index)
      const ending = endOf(client, id, kind)
      ending.catch(() => undefined)
      ends.push(ending)
    }
    await Promise.all(ends)
  }
  return { play, secondsAfter: secondsAfter + secondsPerFunding * count }
}

/** Funds so many jobs that stay open. */
export async function openJobs(setting: Setting, count: number): Promise<void> {
  const client = await clientFor(setting, count)
  for (let index = 0; index < count; index += 1) await fundOne(setting, client, cancelled, index)
}

async function clientFor(setting: Setting, jobs: number): Promise<Client> {
  const client = await readyClient(setting)
  while ((await setting.ledger.balance(client.wallet)) < mostOfJob * BigInt(jobs)) {
    await fill(setting, client.wallet)
    await wait(250)
  }
  return client
}

async function fundOne({ ledger }: Setting, { clara, wallet }: Client, kind: Kind, index: number): Promise<string> {
  const issue = solvableAt(index)
  const request = { repository, issue, wallet, withFalseClaim: false, terms: kind.terms, skipProbe: true } as const
  const draft = await prepareDraft(clara, request)
  await approveAllowance(clara, draft)
  return (await fund(clara, ledger, draft, false)).onchain_job_id
}

async function endOf({ clara }: Client, onchain_job_id: string, { end }: Kind): Promise<void> {
  if (end === 'CANCELLED') await cancelJob(clara, onchain_job_id)
  const params = { onchain_job_id }
  const { state } = await until(
    `job ${onchain_job_id} to end`,
    120,
    () => clara.call('getJob', { params }),
    (job) => ['SETTLED', 'CANCELLED', 'REFUNDED', 'LAPSED'].includes(job.state),
  )
  await step(`Job ${onchain_job_id} ends`, async () => {
    expectThat(state === end, `job ${onchain_job_id} is ${state}, not ${end}`)
    return { value: undefined, evidence: { state } }
  })
}
