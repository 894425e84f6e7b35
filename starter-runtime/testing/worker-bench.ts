import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { commit } from '../commitment.ts'
import { type Answer, type Call, startControlPlane, type TestControlPlane } from './control-plane.ts'
import { type GitServer, startGitServer } from './git-server.ts'
import { makeRepository, type TestRepository } from './repository.ts'
import { type RunningRuntime, runRuntime } from './run-runtime.ts'
import { until } from './until.ts'

/** Runs what the task says, so that one runtime can be given many programs. */
const obedient = `
  import { readFileSync, writeFileSync } from 'node:fs'
  const { task, attempt } = JSON.parse(readFileSync(0, 'utf8'))
  writeFileSync('/tmp/program.mjs', 'export default async (task, attempt) => {' + task.program + '}')
  await (await import('/tmp/program.mjs')).default(task, attempt)
`

export const fixing = `
  const { readFileSync, writeFileSync, rmSync } = await import('node:fs')
  writeFileSync('src/sum.js', readFileSync('src/sum.js', 'utf8').replace('a - b', 'a + b'))
  rmSync('old.txt')
  console.log('fixed: ' + task.title)
`
export const fixedFiles = { 'src/sum.js': 'export const sum = (a, b) => a + b\n', 'old.txt': null }
export const sleeping = 'await new Promise((resolve) => setTimeout(resolve, 60_000))'

/** A control plane, a repository behind real git over HTTP, and worker processes over one work folder. */
export type WorkerBench = {
  plane: TestControlPlane
  repository: TestRepository
  gitServer: GitServer
  workDir: string
  start(executor?: string[]): Promise<RunningRuntime>
  startPaired(): Promise<RunningRuntime>
  documents(program?: string, protectedPaths?: string[]): Documents
  /** Offers a job and assigns it on acceptance; what the runtime delivers is acknowledged. */
  offerJob(given?: Documents, assignment?: object): { offer_id: string } & Documents
  result(): Promise<Call>
  untilRunning(): Promise<unknown>
  stop(): Promise<void>
}

export type Documents = ReturnType<typeof documentsOf>

/** Two documents with what they hash to. */
export function committed<Task, Policy>(documents: { task_document: Task; policy_document: Policy }) {
  const { task_document, policy_document } = documents
  const commitments = { task_commitment: commit(task_document), policy_commitment: commit(policy_document) }
  return { task_document, policy_document, ...commitments }
}

export async function startWorkerBench(): Promise<WorkerBench> {
  const plane = await startControlPlane('worker')
  const repository = makeRepository({ 'src/sum.js': 'export const sum = (a, b) => a - b\n', 'old.txt': 'old\n' })
  const gitServer = await startGitServer(repository.folder)
  const workDir = mkdtempSync(join(tmpdir(), 'starter-work-'))
  const tools = mkdtempSync(join(tmpdir(), 'starter-tools-'))
  chmodSync(tools, 0o755)
  writeFileSync(join(tools, 'executor.mjs'), obedient)
  const runtimes: RunningRuntime[] = []
  const start = async (executor = ['node', join(tools, 'executor.mjs')]) => {
    const runtime = await runRuntime({ plane, role: 'worker', workDir, executor })
    runtimes.push(runtime)
    return runtime
  }
  const bench: WorkerBench = {
    plane,
    repository,
    gitServer,
    workDir,
    start,
    startPaired: async () => {
      const runtime = await start()
      await plane.pair(runtime.url, await runtime.pairingToken())
      return runtime
    },
    documents: (program = fixing, protectedPaths = []) => documentsOf(bench, program, protectedPaths),
    offerJob: (given = bench.documents(), assignment = {}) => offerJob(bench, given, assignment),
    result: () => until('a result', () => plane.callsTo('submitJobResult')[0], 30_000),
    untilRunning: () =>
      until('the executor', () => plane.callsTo('sendHeartbeat').at(-1)?.text.includes('running the executor')),
    stop: async () => {
      for (const runtime of runtimes) await runtime.kill()
      await plane.stop()
      await gitServer.stop()
      repository.remove()
      for (const folder of [workDir, tools]) rmSync(folder, { recursive: true, force: true })
    },
  }
  return bench
}

function documentsOf({ plane, repository }: WorkerBench, program: string, protectedPaths: string[]) {
  const task_document = {
    schema: 'jobwright/task',
    version: 1,
    salt: `0x${'1'.repeat(64)}`,
    title: 'sums are wrong',
    program,
    repository: { id: 7, full_name: 'acme/sum', private: false },
    base: { branch: 'main', commit: repository.commit },
    acceptance_files: [{ path: 'own.test.js', content: '' }],
  }
  const policy_document = {
    schema: 'jobwright/policy',
    version: 1,
    chain_id: plane.chainId,
    escrow: plane.escrow,
    verification_seconds: 600,
    protected_paths: protectedPaths,
    commands: [{ name: 'tests', argv: ['node', '--test'], expect: 'passes' }],
  }
  return committed({ task_document, policy_document })
}

function offerJob({ plane, gitServer, repository }: WorkerBench, given: Documents, assignment: object) {
  const offer_id = randomUUID()
  const soon = new Date(Date.now() + 60_000).toISOString()
  plane.heartbeatOverrides.offers = [
    {
      offer_id,
      onchain_job_id: '42',
      title: 'sums',
      repository_full_name: 'acme/sum',
      reward: { amount: '5.000000', currency: 'USDC' as const },
      work_seconds: 60,
      expires_at: soon,
      silence_share_bps: 5_000,
      task_commitment: given.task_commitment,
      policy_commitment: given.policy_commitment,
    },
  ]
  let asked = 0
  plane.on('takeJobCredential', ({ body }): Answer => {
    plane.heartbeatOverrides.offers = []
    if ('decline' in body) return { body: { status: 'declined', offer_id } }
    plane.heartbeatOverrides.jobs = [
      { offer_id, onchain_job_id: '42', attempt: 1, state: 'ASSIGNED', needs_result: true, result_by: soon },
    ]
    if (++asked === 1) return { status: 202, body: { status: 'pending', offer_id, retry_seconds: 0.1 } }
    const place = { id: 7, clone_url: gitServer.url, token: null, base_commit: repository.commit }
    const facts = { offer_id, onchain_job_id: '42', attempt: 1, agent: plane.wallet, repository: place }
    return { body: { status: 'assigned', ...facts, ...given, result_by: soon, work_by: soon, ...assignment } }
  })
  plane.on('submitJobResult', ({ body }): Answer => {
    plane.heartbeatOverrides.jobs = []
    const status = body.outcome === 'completed' ? 'accepted' : 'released'
    return { body: { status, onchain_job_id: '42', attempt: 1 } }
  })
  return { offer_id, ...given }
}
