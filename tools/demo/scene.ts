import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ReplyOf } from '#lib/client/api.ts'
import { ownerOf } from '../start/runtimes.ts'
import { type FundedJob, fundJob, type JobRequest, type JobTerms } from './fund-job.ts'
import { type Guest, openGuest } from './guest-runtime.ts'
import { freeIssue } from './issues.ts'
import { type Client, checkBooks, readyClient, repository, type Setting } from './journey.ts'
import { type SettledJob, watchSettlement } from './settle-job.ts'
import { expectThat, step, until } from './steps.ts'

type Job = ReplyOf<'getJob'>
export type Reads = { job: () => Promise<Job>; result: () => Promise<ReplyOf<'getJobResult'>> }
export type Scene = Client & { funded: FundedJob; reads: Reads }
export type GuestScene = Scene & { guest: Guest }
type Play = { terms: JobTerms } & Partial<Pick<JobRequest, 'issue' | 'sealed' | 'skipProbe'>>

export const workers = ['wanda', 'will']
export const verifiers = ['vera', 'victor', 'viola', 'vito']

/** A funded job, about an issue that the stack's workers can solve unless another is named. */
export async function openScene(setting: Setting, play: Play, client?: Client): Promise<Scene> {
  const { ledger } = setting
  const { clara, wallet } = client ?? (await readyClient(setting))
  const issue = play.issue ?? (await freeIssue(clara, await ledger.jobCount()))
  const funded = await fundJob(clara, ledger, { ...play, repository, wallet, issue, withFalseClaim: false })
  const params = { onchain_job_id: funded.job.onchain_job_id }
  const reads = {
    job: () => clara.call('getJob', { params }),
    result: () => clara.call('getJobResult', { params }),
  }
  return { clara, wallet, funded, reads }
}

/** Only the guest's worker is free for the first attempt; afterwards the others are, and one of them is paid. */
export async function play(
  setting: Setting,
  executor: string,
  terms: JobTerms,
  first: (scene: GuestScene) => Promise<void>,
  about: Omit<Play, 'terms'> = {},
): Promise<SettledJob> {
  const run = async (scene: GuestScene) => {
    const { clara, guest, funded } = scene
    await first(scene)
    await guest.stop()
    await pause(setting, workers, false)
    const settled = await watchSettlement(clara, setting.ledger, funded)
    expectThat(settled.worker !== guest.wallet, 'the first worker was paid')
    await checkBooks(setting.ledger)
    return settled
  }
  return withGuest(setting, executor, { terms, ...about }, run)
}

/** A funded job for which the guest's worker alone is free. A guest with another name gets another machine. */
export async function withGuest<T>(
  setting: Setting,
  executor: string,
  play: Play,
  run: (scene: GuestScene) => Promise<T>,
  name?: string,
): Promise<T> {
  const client = await readyClient(setting)
  const guest = await step(`Oscar’s worker with ${executor} joins`, async () => {
    const value = await openGuest(setting, executor, executor.startsWith('slow') ? 1 : 0, name)
    return { value, evidence: { agent: value.wallet } }
  })
  try {
    await pause(setting, workers, true)
    return await run({ ...(await openScene(setting, play, client)), guest })
  } finally {
    await guest.stop()
    await pause(setting, workers, false)
  }
}

/** Their owners pause these agents of the stack, or let them go on. */
export async function pause({ places }: Setting, names: readonly string[], paused: boolean): Promise<void> {
  await step(`${names.join(', ')} ${paused ? 'pause' : 'resume'}`, async () => {
    for (const name of names) {
      const owner = ownerOf(name, places)
      await owner.signIn()
      const { data } = await owner.call('listAgents', { query: { limit: '100' } })
      // Other agents of theirs may be set up half-way, and have nothing to pause.
      for (const agent of data.filter(({ state }) => state === (paused ? 'ACTIVE' : 'PAUSED')))
        await owner.call('updateAgent', { params: { id: agent.id }, body: { paused } })
    }
    return { value: undefined }
  })
}

/** The owner of each verifier of the stack, by the agent's wallet. */
export async function ownersOfVerifiers({ places }: Setting): Promise<Map<string, string>> {
  const owners = new Map<string, string>()
  for (const name of verifiers) {
    const owner = ownerOf(name, places)
    await owner.signIn()
    const { data } = await owner.call('listAgents', { query: { limit: '100' } })
    for (const { wallet_address } of data) if (wallet_address) owners.set(wallet_address, name)
  }
  return owners
}

/**
 * Holds a program of the stack, `worker` or `runtime-<owner>`, like a machine that stands still; what it gives lets it go
 * on, or ends it where it stands, after which the stack starts another one.
 */
export function freeze({ dataDir }: Setting, program: string): (signal?: 'SIGCONT' | 'SIGKILL') => void {
  const pid = Number(readFileSync(join(dataDir, `${program}.log.pid`), 'utf8'))
  expectThat(pid > 1, `${program} does not run`)
  process.kill(pid, 'SIGSTOP')
  return (signal = 'SIGCONT') => {
    process.kill(pid, signal)
  }
}

/** The verifier that was drawn first, before it has judged, with its owner. */
export function drawnVerifier(reads: Reads, owners: Map<string, string>): Promise<{ wallet: string; owner: string }> {
  return until('the panel', 120, reads.job, ({ execution }) => execution.panel.length > 0).then(({ execution }) => {
    const seat = execution.panel.find(({ state }) => state === 'DRAWN' || state === 'SEATED')
    const owner = owners.get(seat?.agent ?? '')
    if (!seat || !owner) throw new Error('no seat of the panel is open')
    return { wallet: seat.agent, owner }
  })
}

/** Where the runtime of an owner of the stack keeps its files. */
export function workDirOf({ dataDir }: Setting, owner: string): string {
  return join(dataDir, 'runtimes', owner)
}
