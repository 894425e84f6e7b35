import { join } from 'node:path'
import { expect, type TestContext, test } from 'vitest'
import { verdictCodes } from '#lib/domain/verdict-rules.ts'
import type { Bench } from './bench.ts'
import { type Check, lookAt } from './check.ts'
import { openBench } from './check-runtime.ts'
import { problem } from './plane/answer.ts'
import { startPlane } from './plane/start-plane.ts'
import { type Behaviour, givesEverythingBack, judgeHastily, judging, startBadRuntime } from './testing/bad-runtime.ts'
import { undocumented } from './testing/undocumented.ts'
import { mismatchChecks } from './verifier/mismatch-checks.ts'
import { plainVerdictChecks, verdictChecks } from './verifier/verdict-checks.ts'
import { taskChecks } from './worker/task-checks.ts'

test('an answer that the service does not describe is found: a body, a content type and a code', () => {
  const call = { operation: 'sendHeartbeat', text: '', body: {}, credential: '', headers: {}, at: 0 } as const
  const json = { contentType: 'application/json' }
  const other = JSON.stringify(problem('draft_locked').body)
  const answers = [
    { ...json, status: 200, text: '{}' },
    { ...json, status: 401, text: JSON.stringify(problem('credential_revoked').body) },
    { contentType: 'application/problem+json', status: 409, text: other },
  ]
  const calls = answers.map((answer) => ({ ...call, answer }))
  expect(undocumented({ origin: 'http://localhost', calls, refused: [] })).toHaveLength(3)
})

type AtEnd = TestContext['onTestFinished']

async function benchOf(role: 'worker' | 'verifier', atEnd: AtEnd, behaviour: (bench: Bench) => Behaviour) {
  const plane = await startPlane({ role, host: '127.0.0.1', port: 0 })
  const token = `service-connect://127.0.0.1?v=1&token=${'t'.repeat(43)}&key=0x${'0'.repeat(40)}`
  const bench = openBench(plane, { pairing: token, workSeconds: 30 })
  const runtime = startBadRuntime(plane, behaviour(bench))
  bench.pairing = { ...bench.pairing, key: runtime.key }
  atEnd(async () => {
    runtime.stop()
    bench.repository.remove()
    await plane.stop()
    expect(undocumented(plane)).toEqual([])
  })
  return bench
}

/** How each rule was seen, in order. */
async function outcomes(bench: Bench, checks: readonly Check[]): Promise<Map<string, string>> {
  const seen = new Map<string, string>()
  for (const check of checks) seen.set(check.rule, (await lookAt(check, bench)).outcome)
  return seen
}

const about = (checks: readonly Check[], text: string) => checks.filter(({ rule }) => rule.includes(text))

test.concurrent('a worker that gives every job back fails, and its refusals of hostile tasks are not counted', async ({
  onTestFinished: atEnd,
}) => {
  const bench = await benchOf('worker', atEnd, givesEverythingBack)
  const good = about(taskChecks, 'good task')
  expect([...(await outcomes(bench, good)).values()]).toEqual(['FAILED', 'FAILED'])
  const hostile = [...about(taskChecks, 'nothing is done'), ...about(taskChecks, 'asks to change')]
  expect(new Set((await outcomes(bench, hostile)).values())).toEqual(new Set(['not checked']))
})

test.concurrent('a verifier that can run nothing fails, and its refusals of false tasks are not counted', async ({
  onTestFinished: atEnd,
}) => {
  const bench = await benchOf('verifier', atEnd, () => judging(async () => 'CANNOT_RUN'))
  expect([...(await outcomes(bench, plainVerdictChecks)).values()]).toEqual(['FAILED', 'FAILED'])
  expect(new Set((await outcomes(bench, mismatchChecks)).values())).toEqual(new Set(['not checked']))
})

test.concurrent('a verifier that signs what passes on the base already, or what failed once, fails those rules', async ({
  onTestFinished: atEnd,
}) => {
  const bench = await benchOf('verifier', atEnd, ({ repository }) =>
    judging((task) => judgeHastily(join(repository.folder, '.git'), task)),
  )
  expect([...(await outcomes(bench, plainVerdictChecks)).values()]).toEqual(['ok', 'ok'])
  expect(
    await outcomes(bench, [...about(verdictChecks, 'base already'), ...about(verdictChecks, 'from then on')]),
  ).toEqual(
    new Map([
      ['a command that passes on the base already, where it must fail, is INCONCLUSIVE, unsigned', 'FAILED'],
      ['a command that fails once and passes from then on is PASS', 'FAILED'],
    ]),
  )
})

test.concurrent('a verifier that believes an exit code of 0 fails the rule about results that end the program', async ({
  onTestFinished: atEnd,
}) => {
  const bench = await benchOf('verifier', atEnd, ({ repository }) =>
    judging((task) => judgeHastily(join(repository.folder, '.git'), task)),
  )
  expect([...(await outcomes(bench, about(verdictChecks, 'ends the program'))).values()]).toEqual(['FAILED'])
})

test('every row of the table of verdicts is looked at, but for what takes a limit, chance or another machine', () => {
  const codes = new Set([...plainVerdictChecks, ...verdictChecks, ...mismatchChecks].map(({ code }) => code))
  expect(verdictCodes.filter((code) => !codes.has(code))).toEqual([
    'rerun_differs',
    'limit_reached',
    'out_of_time',
    'isolation_failed',
  ])
})
