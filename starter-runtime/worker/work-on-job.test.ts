import { spawnSync } from 'node:child_process'
import { mkdirSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'
import { recoverTypedDataAddress } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { escrowDomain, messageTypes, offerDomain } from '#lib/domain/signed-messages.ts'
import { commit, resultCommitment } from '../commitment.ts'
import { hex } from '../identity.ts'
import { heartbeat, refusal } from '../testing/control-plane.ts'
import { startGitServer } from '../testing/git-server.ts'
import type { RunningRuntime } from '../testing/run-runtime.ts'
import { until } from '../testing/until.ts'
import {
  type Documents,
  fixedFiles,
  fixing,
  sleeping,
  startWorkerBench,
  type WorkerBench,
} from '../testing/worker-bench.ts'

type Objection = { onchain_job_id: string; attempt: number; signature: string }

let bench: WorkerBench
let runtime: RunningRuntime

beforeAll(async () => {
  bench = await startWorkerBench()
  runtime = await bench.startPaired()
})

afterEach(async () => {
  const { plane } = bench
  const running = plane.callsTo('sendHeartbeat').at(-1)?.body.running as { id: string }[]
  plane.heartbeatOverrides = { cancelled: running.map(({ id }) => id) }
  await until('an idle runtime', () => plane.callsTo('sendHeartbeat').at(-1)?.body.state === 'idle')
  plane.heartbeatOverrides = {}
  plane.calls.splice(0)
})

afterAll(() => bench.stop())

async function signerOf(name: keyof typeof messageTypes, domain: object, message: object, signature: unknown) {
  const types = { [name]: messageTypes[name] }
  const signed = { domain, types, primaryType: name, message, signature: hex(String(signature)) }
  return (await recoverTypedDataAddress(signed as never)).toLowerCase()
}

describe('a job', () => {
  test('is accepted, done and delivered with the tree that real git makes of the changes, all of it signed', async () => {
    const { plane, repository } = bench
    const offer = bench.offerJob()
    const { body } = await bench.result()

    expect(body).toMatchObject({
      outcome: 'completed',
      onchain_job_id: '42',
      attempt: 1,
      summary: 'fixed: sums are wrong',
    })
    expect(body.tree_id).toBe(repository.treeWith(fixedFiles))
    expect(body.changes).toEqual([
      { path: 'old.txt', deleted: true },
      { path: 'src/sum.js', mode: '100644', content: Buffer.from(fixedFiles['src/sum.js']).toString('base64') },
    ])
    const expected = resultCommitment({
      chainId: plane.chainId,
      escrow: plane.escrow,
      jobId: '42',
      attempt: 1,
      agent: plane.wallet,
      repositoryId: 7,
      baseCommit: repository.commit,
      treeId: String(body.tree_id),
      changes: body.changes as [],
    })
    expect(body.result_commitment).toBe(expected)
    const submission = { jobId: 42n, attempt: 1, resultCommitment: expected }
    const escrow = escrowDomain(plane.chainId, hex(plane.escrow))
    expect(await signerOf('Submission', escrow, submission, body.signature)).toBe(runtime.key)
    const [acceptance] = plane.callsTo('takeJobCredential')
    const accepted = {
      offerId: offer.offer_id,
      jobId: 42n,
      agent: plane.wallet,
      taskCommitment: offer.task_commitment,
      policyCommitment: offer.policy_commitment,
    }
    const domain = offerDomain(plane.chainId, hex(plane.escrow))
    expect(await signerOf('OfferAcceptance', domain, accepted, acceptance?.body.signature)).toBe(runtime.key)
  })

  test('that the executor cannot do is given back with its reason and a signed release', async () => {
    bench.offerJob(bench.documents("console.log('needs a database'); process.exit(3)"))
    const { body } = await bench.result()
    expect(body).toMatchObject({ outcome: 'cannot_run', reason: 'needs a database' })
    const escrow = escrowDomain(bench.plane.chainId, hex(bench.plane.escrow))
    expect(await signerOf('Release', escrow, { jobId: 42n, attempt: 1 }, body.signature)).toBe(runtime.key)
  })

  test.each([
    ['fails', "process.stderr.write('boom\\n'); process.exit(1)", /ended with 1: boom/],
    ['throws', "throw new TypeError('no such thing')", /ended with 1: TypeError: no such thing$/],
    ['changes nothing', 'void 0', /changes at least one file/],
    ['changes what the policy protects', "require('fs').writeFileSync('old.txt', 'x')", /protects/],
    ['writes an acceptance file', "require('fs').writeFileSync('own.test.js', 'x')", /own.test.js The policy protects/],
    ['leaves a link', "require('fs').symlinkSync('/etc/passwd', 'link')", /link or a submodule/],
    ['leaves a repository', "require('fs').mkdirSync('sub/.git', { recursive: true })", /repository was left/],
    [
      'writes where the host’s workflows are',
      "require('fs').cpSync('src', '.github', { recursive: true })",
      /host’s own folder/,
    ],
  ])('whose executor %s is abandoned', async (_, script, reason) => {
    const program = `const require = (await import('node:module')).createRequire('/job/'); ${script}`
    bench.offerJob(bench.documents(program, ['old.txt']))
    const { body } = await bench.result()
    expect(body.outcome).toBe('abandoned')
    expect(body.reason).toMatch(reason)
  })

  test('runs apart: no key, no environment, no loopback, no folder of the runtime (C4)', async () => {
    const { plane, workDir } = bench
    const program = `
      const { existsSync, readdirSync, writeFileSync } = await import('node:fs')
      const { connect } = await import('node:net')
      const reached = await new Promise((resolve) => {
        const socket = connect(${new URL(plane.origin).port}, '127.0.0.1')
        socket.on('connect', () => resolve(true))
        socket.on('error', () => resolve(false))
      })
      const seen = ['${workDir}', '/root', '/home', '${process.cwd()}'].filter((path) => existsSync(path))
      const env = Object.keys(process.env).sort()
      writeFileSync('seen.json', JSON.stringify({ reached, seen, env, job: readdirSync('/job').sort() }))
    `
    bench.offerJob(bench.documents(program))
    const [change] = (await bench.result()).body.changes as { content: string }[]
    expect(JSON.parse(Buffer.from(change?.content ?? '', 'base64').toString())).toEqual({
      reached: false,
      seen: [],
      env: ['HOME', 'LANG', 'PATH', 'PWD'],
      job: ['old.txt', 'src'],
    })
  })

  test('of a private repository is fetched with a token that stays out of every file (M5)', async () => {
    const { plane, repository, workDir } = bench
    const server = await startGitServer(repository.folder, 'ghs_secret')
    const place = { id: 7, clone_url: server.url, token: 'ghs_secret', base_commit: repository.commit }
    const slow = `${fixing}; await new Promise((resolve) => setTimeout(resolve, 1_000))`
    bench.offerJob(bench.documents(slow), { repository: place })
    const search = () => spawnSync('grep', ['-rl', 'ghs_secret', workDir], { encoding: 'utf8' }).stdout
    await bench.untilRunning()
    expect(search()).toBe('')
    expect((await bench.result()).body.outcome).toBe('completed')
    expect(search()).toBe('')
    await server.stop()
    const encoded = Buffer.from('x-access-token:ghs_secret').toString('base64')
    expect(server.authorizations).toContain(`Basic ${encoded}`)
    expect(plane.callsTo('submitJobResult')).toHaveLength(1)
  })

  const other = `0x${'9'.repeat(64)}`
  test.each<[string, (given: Documents) => object, RegExp]>([
    [
      'another task',
      (given) => ({ task_document: { ...given.task_document, title: 'x' } }),
      /task is not the committed/,
    ],
    [
      'another policy',
      (given) => ({ policy_document: { ...given.policy_document, x: 1 } }),
      /policy is not the committed/,
    ],
    ['another base commit', () => ({ repository: placeWith({ base_commit: 'f'.repeat(40) }) }), /base commit/],
    ['another repository', () => ({ repository: placeWith({ id: 8 }) }), /repository/],
    ['another agent', () => ({ agent: other.slice(0, 42) }), /not what was accepted/],
    ['other commitments than were accepted', () => ({ task_commitment: other }), /not what was accepted/],
  ])('with %s is refused, and nothing is signed for it (H11)', async (_, change, reason) => {
    const given = bench.documents()
    const { offer_id } = bench.offerJob(given, change(given))
    await untilRefused(offer_id, reason)
  })

  test.each([
    ['escrow', { escrow: other.slice(0, 42) }],
    ['chain', { chain_id: 1 }],
  ])('of another %s is refused, and nothing is signed for it (H11)', async (_, change) => {
    const given = bench.documents()
    const policy_document = { ...given.policy_document, ...change }
    const { offer_id } = bench.offerJob({ ...given, policy_document, policy_commitment: commit(policy_document) })
    await untilRefused(offer_id, /another chain or escrow/)
  })

  test('whose result cannot be kept is given back, and is not done again', async () => {
    const { offer_id } = bench.offerJob(
      bench.documents(`${fixing}; await new Promise((resolve) => setTimeout(resolve, 1_500))`),
    )
    await bench.untilRunning()
    const inTheWay = join(bench.workDir, 'work', 'jobs', offer_id, 'result.json')
    mkdirSync(inTheWay)
    const { plane } = bench
    const accept = plane.handlerOf('submitJobResult')
    plane.on('submitJobResult', (call) => {
      if (plane.callsTo('submitJobResult').length > 1) return accept(call)
      rmdirSync(inTheWay)
      return { status: 403, raw: 'blocked' }
    })
    const { body, text } = await bench.result()
    expect(body).toMatchObject({ outcome: 'abandoned', reason: expect.stringMatching(/could not be kept/) })
    expect((await until('the release', () => plane.callsTo('submitJobResult')[1])).text).toBe(text)
  })

  test('is delivered although something on the way refused it at first', async () => {
    const { plane } = bench
    bench.offerJob()
    const accept = plane.handlerOf('submitJobResult')
    plane.on('submitJobResult', () => ({ status: 403, raw: 'blocked' }))
    const first = await bench.result()
    plane.on('submitJobResult', accept)
    const again = await until('the result', () => plane.callsTo('submitJobResult')[1])
    expect(again.text).toBe(first.text)
  })

  test('that nobody needs any more ends at once', async () => {
    const { offer_id } = bench.offerJob(bench.documents(sleeping))
    await bench.untilRunning()
    bench.plane.heartbeatOverrides = { cancelled: [offer_id] }
    const isIdle = () => bench.plane.callsTo('sendHeartbeat').at(-1)?.body.state === 'idle'
    await until('the end', isIdle)
    expect(bench.plane.callsTo('submitJobResult')).toEqual([])
  })

  test('is declined when there is no room for it', async () => {
    const { plane } = bench
    bench.offerJob(bench.documents(sleeping))
    await bench.untilRunning()
    const running = plane.heartbeatOverrides.jobs ?? []
    bench.offerJob()
    plane.heartbeatOverrides.jobs = running
    const isDecline = ({ body }: { body: object }) => 'decline' in body
    const decline = await until('the refusal', () => plane.callsTo('takeJobCredential').find(isDecline))
    expect(decline.body.decline).toMatch(/no room/)
  })

  function placeWith(change: object): object {
    const { gitServer, repository } = bench
    return { id: 7, clone_url: gitServer.url, token: null, base_commit: repository.commit, ...change }
  }

  async function untilRefused(offerId: string, reason: RegExp): Promise<void> {
    const refusal = await until('the refusal', () =>
      runtime
        .output()
        .split('\n')
        .find((line) => line.includes(offerId)),
    )
    expect(refusal).toMatch(reason)
    expect(bench.plane.callsTo('submitJobResult')).toEqual([])
  }
})

describe('an announced end', () => {
  const objections = () =>
    bench.plane.callsTo('sendHeartbeat').flatMap(({ body }) => (body.objections ?? []) as Objection[])
  const announce = (attempt = 1) => {
    const release_at = new Date(Date.now() + 60_000).toISOString()
    bench.plane.heartbeatOverrides.notices = [{ onchain_job_id: '42', attempt, release_at }]
  }
  const beats = async (count: number) => {
    const before = bench.plane.callsTo('sendHeartbeat').length
    await until('heartbeats', () => bench.plane.callsTo('sendHeartbeat').length >= before + count)
  }

  afterEach(() => {
    bench.plane.on('sendHeartbeat', () => ({ body: heartbeat(bench.plane) }))
    bench.plane.configuration = configurationIn('ACTIVE', '1')
  })

  test('of work in hand is objected to in every heartbeat until the notice is gone, signed by the key (H4)', async () => {
    bench.offerJob(bench.documents(sleeping))
    await bench.untilRunning()
    announce()
    await until('two objections', () => objections().length >= 2)
    const [objection] = objections()
    expect(objection).toEqual({ onchain_job_id: '42', attempt: 1, signature: expect.any(String) })
    const domain = escrowDomain(bench.plane.chainId, hex(bench.plane.escrow))
    expect(await signerOf('ReleaseObjection', domain, { jobId: 42n, attempt: 1 }, objection?.signature)).toBe(
      runtime.key,
    )
    bench.plane.heartbeatOverrides.notices = []
    await beats(2)
    bench.plane.calls.splice(0)
    await beats(3)
    expect(objections()).toEqual([])
  })

  test('of another attempt, or of a job that is not in hand, is let go', async () => {
    bench.offerJob(bench.documents(sleeping))
    await bench.untilRunning()
    announce(2)
    await beats(4)
    expect(objections()).toEqual([])
  })

  test('is let go while the owner has paused the agent', async () => {
    bench.offerJob(bench.documents(sleeping))
    await bench.untilRunning()
    bench.plane.configuration = configurationIn('PAUSED', '2')
    await beats(2)
    announce()
    await beats(4)
    expect(objections()).toEqual([])
    bench.plane.configuration = configurationIn('ACTIVE', '3')
    await until('an objection', () => objections()[0])
  })

  test('whose objection is refused is not objected to again, and work and heartbeats go on', async () => {
    bench.offerJob(bench.documents(sleeping))
    await bench.untilRunning()
    bench.plane.on('sendHeartbeat', ({ body }) =>
      body.objections ? refusal(409, 'release_not_announced') : { body: heartbeat(bench.plane) },
    )
    announce()
    await until('the objection', () => objections()[0])
    await beats(4)
    expect(objections()).toHaveLength(1)
    expect(bench.plane.callsTo('sendHeartbeat').at(-1)?.body.state).toBe('busy')
  })

  function configurationIn(state: 'ACTIVE' | 'PAUSED', configuration_version: string) {
    const { configuration } = bench.plane
    return { ...configuration, configuration_version, agent: { ...configuration.agent, state } }
  }
})
