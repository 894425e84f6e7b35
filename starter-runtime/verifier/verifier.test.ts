import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { recoverTypedDataAddress } from 'viem'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { escrowDomain, messageTypes } from '#lib/domain/signed-messages.ts'
import { commit, resultCommitment } from '../commitment.ts'
import { hex } from '../identity.ts'
import { refusal, startControlPlane, type TestControlPlane } from '../testing/control-plane.ts'
import { nestDeeply } from '../testing/deep-folder.ts'
import { type GitServer, startGitServer } from '../testing/git-server.ts'
import { makeRepository, type TestRepository } from '../testing/repository.ts'
import { type RunningRuntime, runRuntime } from '../testing/run-runtime.ts'
import { until } from '../testing/until.ts'
import { written } from '../testing/verification-task.ts'

let plane: TestControlPlane
let repository: TestRepository
let gitServer: GitServer
let workDir: string
const runtimes: RunningRuntime[] = []

beforeEach(async () => {
  plane = await startControlPlane('verifier')
  repository = makeRepository({ value: 'bad\n' })
  gitServer = await startGitServer(repository.folder)
  workDir = mkdtempSync(join(tmpdir(), 'starter-verifier-'))
})

afterEach(async () => {
  for (const runtime of runtimes.splice(0)) await runtime.kill()
  await plane.stop()
  await gitServer.stop()
  repository.remove()
  rmSync(workDir, { recursive: true, force: true })
})

async function start(): Promise<RunningRuntime> {
  const runtime = await runRuntime({ plane, role: 'verifier', workDir })
  runtimes.push(runtime)
  return runtime
}

async function startPaired(): Promise<RunningRuntime> {
  const runtime = await start()
  await plane.pair(runtime.url, await runtime.pairingToken())
  return runtime
}

/** Seats the runtime for a result that is right (or not, for another value). */
function seat(
  value = 'good\n',
  script = 'grep -q good value',
  more: Record<string, string> = {},
  before = (_id: string) => {},
) {
  const id = randomUUID()
  before(id)
  const verify_by = new Date(Date.now() + 300_000).toISOString()
  const task_document = {
    schema: 'jobwright/task',
    version: 1,
    salt: id,
    repository: { id: 7 },
    base: { branch: 'main', commit: repository.commit },
  }
  const policy_document = {
    schema: 'jobwright/policy',
    version: 1,
    chain_id: plane.chainId,
    escrow: plane.escrow,
    verification_seconds: 300,
    protected_paths: [],
    commands: [{ name: 'check', argv: ['/bin/sh', '-c', script], expect: 'fails_then_passes' }],
  }
  const changed = { ...more, value }
  const changes = Object.entries(changed).map(([path, text]) => written(path, text))
  const worker = `0x${'a'.repeat(40)}`
  const tree_id = repository.treeWith(changed)
  const task = {
    verification_id: id,
    onchain_job_id: '42',
    attempt: 1,
    agent: plane.wallet,
    worker,
    tree_id,
    changes,
    repository: { id: 7, clone_url: gitServer.url, token: null, base_commit: repository.commit },
    task_document,
    policy_document,
    verify_by,
    task_commitment: commit(task_document),
    policy_commitment: commit(policy_document),
    result_commitment: resultCommitment({
      chainId: plane.chainId,
      escrow: plane.escrow,
      jobId: '42',
      attempt: 1,
      agent: worker,
      repositoryId: 7,
      baseCommit: repository.commit,
      treeId: tree_id,
      changes,
    }),
  }
  plane.heartbeatOverrides.verifications = [
    ...(plane.heartbeatOverrides.verifications ?? []),
    { verification_id: id, verify_by },
  ]
  tasks.set(id, task)
  plane.on('takeVerificationCredential', ({ body }) => ({ body: tasks.get(String(body.verification_id)) }))
  plane.on('submitVerificationResult', ({ body }) => {
    plane.heartbeatOverrides.verifications = (plane.heartbeatOverrides.verifications ?? []).filter(
      (one) => one.verification_id !== body.verification_id,
    )
    return { body: { status: 'accepted', verification_id: body.verification_id } }
  })
  return task
}

const tasks = new Map<string, object>()
const verdict = () => until('a verdict', () => plane.callsTo('submitVerificationResult')[0], 30_000)

async function voterOf(runtime: RunningRuntime, task: ReturnType<typeof seat>, body: Record<string, unknown>) {
  const message = {
    jobId: 42n,
    attempt: 1,
    agent: task.agent,
    pass: body.verdict === 'PASS',
    evidenceHash: body.evidence_hash,
    taskCommitment: task.task_commitment,
    policyCommitment: task.policy_commitment,
    resultCommitment: task.result_commitment,
  }
  const domain = escrowDomain(plane.chainId, hex(plane.escrow))
  const types = { Verdict: messageTypes.Verdict }
  const signed = { domain, types, primaryType: 'Verdict', message, signature: hex(String(body.signature)) }
  expect(runtime.key).toBe((await recoverTypedDataAddress(signed as never)).toLowerCase())
}

test.each([
  ['PASS', 'good\n'],
  ['FAIL', 'still bad\n'],
])('a seat gets the verdict %s, signed over the commitments and the hash of the evidence', async (expected, value) => {
  const runtime = await startPaired()
  const task = seat(value)
  const { body } = await verdict()
  expect(body.verdict).toBe(expected)
  expect(body.evidence_hash).toBe(commit(body.evidence))
  await voterOf(runtime, task, body)
})

test('what stays off chain is not signed', async () => {
  await startPaired()
  seat('good\n', 'true')
  const { body } = await verdict()
  expect(body.verdict).toBe('INCONCLUSIVE')
  expect(body.signature).toBeUndefined()
  expect(readdirSync(join(workDir, 'work')).includes('verdicts')).toBe(false)
})

test('a verdict is on disk before it is sent, never changes, and is sent until it is acknowledged (H1)', async () => {
  const first = await startPaired()
  const task = seat()
  plane.on('submitVerificationResult', () => ({ isLost: true }))
  const lost = await verdict()
  await first.kill()
  const file = join(workDir, 'work', 'verifications', task.verification_id, 'verdict.json')
  expect(readFileSync(file, 'utf8')).toBe(lost.text)
  plane.on('submitVerificationResult', ({ body }) => {
    plane.heartbeatOverrides.verifications = []
    return { body: { status: 'accepted', verification_id: body.verification_id } }
  })
  const before = plane.callsTo('submitVerificationResult').length
  const taken = plane.callsTo('takeVerificationCredential').length
  await start()
  const again = await until('the verdict', () => plane.callsTo('submitVerificationResult')[before])
  expect(again.text).toBe(lost.text)
  expect(plane.callsTo('takeVerificationCredential')).toHaveLength(taken)
  const kept = readdirSync(join(workDir, 'work', 'verdicts'))
  expect(kept).toEqual([`42-1-${plane.wallet}.json`])
})

test('a verifier plans to publish a vote unasked, but not a marked pass, which needs every seat', async () => {
  await startPaired()
  const plain = seat()
  const marked = seat('good\n', 'grep -q good value', { 'lib.sh': 'test() { return 0; }\n' })
  await until('both verdicts', () => plane.callsTo('submitVerificationResult').length === 2, 30_000)
  const passed = plane.callsTo('submitVerificationResult').map(({ body }) => body.verdict)
  expect(passed).toEqual(['PASS', 'PASS'])
  const filesOf = (id: string) => readdirSync(join(workDir, 'work', 'verifications', id))
  expect(filesOf(plain.verification_id)).toContain('publish.json')
  expect(filesOf(marked.verification_id)).not.toContain('publish.json')
  expect(readdirSync(join(workDir, 'work', 'verdicts'))).toHaveLength(1)
})

test('what a program leaves too deep for a path keeps neither a verdict nor a start, and nothing of it stays', async () => {
  const left = join(workDir, 'work', 'verifications', randomUUID(), 'checkout-1')
  const probes = join(workDir, 'work', 'probes')
  for (const folder of [left, probes]) {
    mkdirSync(folder, { recursive: true })
    execFileSync('/bin/sh', ['-c', nestDeeply()], { cwd: folder })
  }
  await startPaired()
  expect([existsSync(left), existsSync(probes)]).toEqual([false, false])
  const { verification_id } = seat('good\n', `grep -q good value || exit 1; ${nestDeeply()}`)
  expect((await verdict()).body.verdict).toBe('PASS')
  const folder = join(workDir, 'work', 'verifications', verification_id)
  await until('the end', () => existsSync(join(folder, 'done')))
  await until('a tidy folder', () => readdirSync(folder, { withFileTypes: true }).every((entry) => entry.isFile()))
})

test.each([
  ['at once', refusal(400, 'invalid_request'), undefined],
  ['by a proxy for half of the time that was left', { status: 403, raw: 'blocked' }, '1'],
])(
  'a verdict that is refused %s is sent without what a stranger wrote, and says the same',
  async (_, refused, wholeUntil) => {
    const runtime = await startPaired()
    const task = seat('good\n', undefined, {}, (id) => {
      const folder = join(workDir, 'work', 'verifications', id)
      mkdirSync(folder, { recursive: true })
      if (wholeUntil) writeFileSync(join(folder, 'whole-until'), wholeUntil)
    })
    const accept = plane.handlerOf('submitVerificationResult')
    const kept = join(workDir, 'work', 'verdicts', `42-1-${plane.wallet}.json`)
    let keptHash: unknown
    plane.on('submitVerificationResult', (call) => {
      if (plane.callsTo('submitVerificationResult').length === 1) return refused
      keptHash = JSON.parse(readFileSync(kept, 'utf8')).evidence_hash
      return accept(call)
    })
    const sent = await until('both', () => {
      const calls = plane.callsTo('submitVerificationResult')
      return calls.length === 2 ? calls : undefined
    })
    const [full, bare] = sent.map(({ body }) => body)
    if (!full || !bare) throw new Error('There are two.')
    expect([full.verdict, bare.verdict]).toEqual(['PASS', 'PASS'])
    expect(bare.evidence_hash).not.toBe(full.evidence_hash)
    expect(bare.evidence_hash).toBe(commit(bare.evidence))
    await voterOf(runtime, task, bare)
    expect(keptHash).toBe(bare.evidence_hash)
  },
)

test('a verdict that something on the way refuses at first is delivered whole', async () => {
  await startPaired()
  seat()
  const accept = plane.handlerOf('submitVerificationResult')
  plane.on('submitVerificationResult', (call) =>
    plane.callsTo('submitVerificationResult').length > 1 ? accept(call) : { status: 403, raw: 'blocked' },
  )
  const first = await verdict()
  const again = await until('the verdict', () => plane.callsTo('submitVerificationResult')[1])
  expect(again.text).toBe(first.text)
})

test('a start that does not get its port takes nothing away from the runtime that has it', async () => {
  const { url } = await start()
  const checkout = join(workDir, 'work', 'verifications', randomUUID(), 'scratch')
  mkdirSync(checkout, { recursive: true })
  const flags = ['--port', new URL(url).port]
  await expect(runRuntime({ plane, role: 'verifier', workDir, flags })).rejects.toThrow(/taken/)
  expect(existsSync(checkout)).toBe(true)
})

test('a verification that ended this program three times is answered with CANNOT_RUN', async () => {
  await startPaired()
  const { verification_id } = seat('good\n', 'grep -q good value', {}, (id) => {
    const folder = join(workDir, 'work', 'verifications', id)
    mkdirSync(folder, { recursive: true })
    for (const at of [1, 2, 3]) writeFileSync(join(folder, `try-${at}`), '')
  })
  const { body } = await verdict()
  expect(body).toMatchObject({ verdict: 'CANNOT_RUN', verification_id, evidence: { code: 'isolation_failed' } })
})

test('a verification whose last try came to no end runs alone', async () => {
  await startPaired()
  seat('good\n', 'sleep 0.4; grep -q good value', {}, (id) => {
    const folder = join(workDir, 'work', 'verifications', id)
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'try-1'), '')
  })
  seat('good\n', 'sleep 0.4; grep -q good value')
  await until('both verdicts', () => plane.callsTo('submitVerificationResult').length === 2, 40_000)
  const running = plane.callsTo('sendHeartbeat').map(({ body }) => (body.running as unknown[]).length)
  expect(Math.max(...running)).toBe(1)
})

test('a verification that is running when the program is asked to end does not count as tried', async () => {
  const runtime = await startPaired()
  const { verification_id } = seat('good\n', 'sleep 60')
  const tried = join(workDir, 'work', 'verifications', verification_id, 'try-1')
  await until('the try', () => existsSync(tried))
  const ended = runtime.end()
  await until('no try', () => !existsSync(tried), 5_000)
  await runtime.kill()
  expect(await ended).toBeNull()
})

test('no more than two verifications run at once, and all get their verdict', async () => {
  await startPaired()
  for (let at = 0; at < 4; at++) seat('good\n', 'sleep 0.4; grep -q good value')
  await until('all verdicts', () => plane.callsTo('submitVerificationResult').length === 4, 40_000)
  const running = plane.callsTo('sendHeartbeat').map(({ body }) => (body.running as unknown[]).length)
  expect(Math.max(...running)).toBe(2)
})

test('a verification that nobody needs any more ends without a verdict', async () => {
  await startPaired()
  const { verification_id } = seat('good\n', 'sleep 60')
  await until('the run', () => plane.callsTo('sendHeartbeat').at(-1)?.text.includes('running “check”'))
  plane.heartbeatOverrides = { cancelled: [verification_id] }
  await until('the end', () => plane.callsTo('sendHeartbeat').at(-1)?.body.state === 'idle')
  expect(plane.callsTo('submitVerificationResult')).toEqual([])
})
