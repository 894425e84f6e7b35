import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { refusal } from '../testing/control-plane.ts'
import { until } from '../testing/until.ts'
import { fixing, sleeping, startWorkerBench, type WorkerBench } from '../testing/worker-bench.ts'

let bench: WorkerBench

beforeEach(async () => {
  bench = await startWorkerBench()
})

afterEach(() => bench.stop())

describe('after a crash', () => {
  test('an unfinished executor runs again in a fresh checkout', async () => {
    const program = `
      const { existsSync, writeFileSync } = await import('node:fs')
      if (existsSync('left-behind')) process.exit(9)
      writeFileSync('left-behind', String(attempt))
      if (attempt === 1) { ${sleeping} }
    `
    const first = await bench.startPaired()
    const given = bench.documents(program)
    const assignment = { attempt: 1 }
    bench.offerJob(given, assignment)
    await bench.untilRunning()
    await first.kill()
    // The program may see the attempt alone, so that is what tells its second run from its first.
    bench.plane.on('takeJobCredential', () => ({ body: { ...assignedBody(given), attempt: 2 } }))
    await bench.start()
    const { body } = await bench.result()
    const content = Buffer.from('2').toString('base64')
    expect(body.changes).toEqual([{ path: 'left-behind', mode: '100644', content }])
  })

  test('work whose end was announced during its absence is objected to, and the same attempt is delivered (H4)', async () => {
    const { plane } = bench
    const first = await bench.startPaired()
    bench.offerJob(bench.documents(`await new Promise((resolve) => setTimeout(resolve, 2_000)); ${fixing}`))
    await bench.untilRunning()
    await first.kill()
    plane.calls.splice(0)
    const release_at = new Date(Date.now() + 60_000).toISOString()
    plane.heartbeatOverrides.notices = [{ onchain_job_id: '42', attempt: 1, release_at }]
    await bench.start()
    const { body } = await bench.result()
    expect(body).toMatchObject({ outcome: 'completed', onchain_job_id: '42', attempt: 1 })
    const objecting = plane.callsTo('sendHeartbeat').filter((call) => 'objections' in call.body)
    expect(objecting[0]?.body.objections).toMatchObject([{ onchain_job_id: '42', attempt: 1 }])
  })

  test('a finished result is sent again byte for byte, and the executor does not run again', async () => {
    const { plane } = bench
    const first = await bench.startPaired()
    bench.offerJob(bench.documents(`${fixing}; writeFileSync('stamp', String(process.hrtime.bigint()))`))
    plane.on('submitJobResult', () => ({ isLost: true }))
    const lost = await bench.result()
    await first.kill()
    plane.on('submitJobResult', () => ({ body: { status: 'accepted', onchain_job_id: '42', attempt: 1 } }))
    const before = plane.callsTo('submitJobResult').length
    const taken = plane.callsTo('takeJobCredential').length
    await bench.start()
    const again = await until('the result', () => plane.callsTo('submitJobResult')[before])
    expect(again.text).toBe(lost.text)
    expect(plane.callsTo('takeJobCredential')).toHaveLength(taken)
  })

  test('an accepted offer was on disk before it was sent, and is taken up with the same signature', async () => {
    const { plane, workDir } = bench
    const first = await bench.startPaired()
    const { offer_id } = bench.offerJob()
    plane.on('takeJobCredential', () => ({ isLost: true }))
    const lost = await until('the acceptance', () => plane.callsTo('takeJobCredential')[0])
    await first.kill()
    const kept = JSON.parse(readFileSync(join(workDir, 'work', 'jobs', offer_id, 'acceptance.json'), 'utf8'))
    expect(kept.signature).toBe(lost.body.signature)
    const before = plane.callsTo('takeJobCredential').length
    const job = { offer_id, onchain_job_id: '42', attempt: null, needs_result: false, result_by: null }
    plane.heartbeatOverrides = { jobs: [{ ...job, state: 'ACCEPTED' }] }
    await bench.start()
    const again = await until('the acceptance', () => plane.callsTo('takeJobCredential')[before])
    expect(again.text).toBe(lost.text)
  })

  function assignedBody(given: ReturnType<WorkerBench['documents']>) {
    const { plane, gitServer, repository } = bench
    const place = { id: 7, clone_url: gitServer.url, token: null, base_commit: repository.commit }
    const soon = new Date(Date.now() + 60_000).toISOString()
    const offer_id = plane.heartbeatOverrides.jobs?.[0]?.offer_id
    const facts = { offer_id, onchain_job_id: '42', agent: plane.wallet, repository: place }
    return { status: 'assigned', ...facts, ...given, result_by: soon, work_by: soon }
  }
})

describe('delivery', () => {
  test('goes on, byte for byte, until it is acknowledged', async () => {
    const { plane } = bench
    await bench.startPaired()
    bench.offerJob()
    let times = 0
    plane.on('submitJobResult', () => {
      if (++times === 1) return refusal(503, 'chain_unavailable')
      if (times === 2) return { isLost: true }
      return { body: { status: 'accepted', onchain_job_id: '42', attempt: 1 } }
    })
    await until('three deliveries', () => plane.callsTo('submitJobResult').length >= 3)
    expect(new Set(plane.callsTo('submitJobResult').map(({ text }) => text)).size).toBe(1)
  })

  test('of a result that is refused gives the job back', async () => {
    const { plane } = bench
    await bench.startPaired()
    bench.offerJob()
    plane.on('submitJobResult', ({ body }) =>
      body.outcome === 'completed'
        ? refusal(422, 'result_refused')
        : { body: { status: 'released', onchain_job_id: '42', attempt: 1 } },
    )
    await until('the release', () => plane.callsTo('submitJobResult').some(({ body }) => body.outcome === 'abandoned'))
  })

  test('of a result that the service lost happens again when it asks for it', async () => {
    const { plane } = bench
    await bench.startPaired()
    const { offer_id } = bench.offerJob()
    await bench.result()
    const job = { offer_id, onchain_job_id: '42', attempt: 1, needs_result: true, result_by: null }
    await until('the end of the work', () => plane.callsTo('sendHeartbeat').at(-1)?.body.state === 'idle')
    plane.heartbeatOverrides = { jobs: [{ ...job, state: 'ASSIGNED' }] }
    const again = await until('the result', () => plane.callsTo('submitJobResult')[1])
    expect(again.text).toBe(plane.callsTo('submitJobResult')[0]?.text)
  })
})

describe('the exam', () => {
  const content = Buffer.from([0, 255, 10, 13, 10]).toString('base64')
  type Instructions = NonNullable<WorkerBench['plane']['configuration']['exam']>['instructions']

  function setExam(instructions: Instructions): string {
    const { plane, gitServer, repository } = bench
    const exam_id = randomUUID()
    const answer_by = new Date(Date.now() + 60_000).toISOString()
    const place = { clone_url: gitServer.url, base_commit: repository.commit }
    plane.configuration.exam = { exam_id, ...place, instructions, answer_by }
    return exam_id
  }

  test('is done by the runtime’s own tools and answered with the tree that real git makes', async () => {
    const { plane, repository } = bench
    const script = '#!/bin/sh\n'
    const exam_id = setExam([
      { op: 'write', path: 'a/new.bin', mode: '100644', content },
      { op: 'write', path: 'run.sh', mode: '100755', content: Buffer.from(script).toString('base64') },
      { op: 'replace', path: 'src/sum.js', find: 'a - b', with: 'größer $& ≥' },
      { op: 'delete', path: 'old.txt' },
    ])
    plane.on('submitQualification', () => ({ body: { status: 'passed', detail: 'ok' } }))
    await bench.startPaired()
    const answer = await until('the answer', () => plane.callsTo('submitQualification')[0])
    const tree = repository.treeWith({
      'a/new.bin': Buffer.from(content, 'base64'),
      'run.sh': { script },
      'old.txt': null,
      'src/sum.js': 'export const sum = (a, b) => größer $& ≥\n',
    })
    expect(answer.body).toMatchObject({ exam_id, tree_id: tree })
  })

  test('never writes outside its checkout', async () => {
    setExam([{ op: 'write', path: '../../../escaped', mode: '100644', content }])
    const runtime = await bench.startPaired()
    await until('the refusal', () => runtime.output().includes('not allowed'))
    expect(bench.plane.callsTo('submitQualification')).toEqual([])
    expect(existsSync(join(bench.workDir, 'work', 'escaped'))).toBe(false)
  })
})

test('asked to end, it says that it drains, lets running work finish, and ends in order', async () => {
  const { plane } = bench
  const runtime = await bench.startPaired()
  bench.offerJob(bench.documents(`${fixing}; await new Promise((resolve) => setTimeout(resolve, 1_500))`))
  await bench.untilRunning()
  expect(await runtime.end()).toBe(0)
  expect(plane.callsTo('sendHeartbeat').at(-1)?.body.state).toBe('draining')
  expect(plane.callsTo('submitJobResult')[0]?.body.outcome).toBe('completed')
})

test('the executor must lie in a folder that shows nothing of the runtime', async () => {
  const path = join(bench.workDir, 'executor.mjs')
  writeFileSync(path, '')
  await expect(bench.start(['node', path])).rejects.toThrow(/separate folder/)
})
