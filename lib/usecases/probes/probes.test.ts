import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { write } from '#test/agents.ts'
import { type Crew, crewEnv, readyCrew } from '#test/crew.ts'
import {
  atHost,
  type Client,
  createDraft,
  type Draft,
  fundedJob,
  newKey,
  openIssue,
  readyClient,
} from '#test/journey.ts'
import { refusal } from '#test/refusal.ts'
import type { ReadyAgent } from '#test/runtime-peer.ts'
import { type Service, startService } from '#test/service.ts'
import { listTokenlessHolders } from '../../data/clone-tokens.ts'
import { sweepProbes } from './sweep-probes.ts'

let service: Service
let clara: Client
let crew: Crew
beforeAll(async () => {
  // The client runs a verifier of her own.
  service = await startService({ runtimePlaces: 3, env: crewEnv })
  clara = await readyClient(service)
  crew = await readyCrew(service, [], ['vera', 'victor', 'clara'])
})
afterAll(() => service.stop())

const beat = ({ peer }: ReadyAgent) => peer.heartbeat({ can_probe: true })
beforeEach(async () => {
  await write(
    service,
    (tx) => tx`update probes set state = 'ENDED', ended_at = now() where state in ('WAITING', 'ASKED')`,
  )
  await Promise.all(crew.verifiers.map(beat))
})

const sweep = () => sweepProbes(service.context())
type Mode = 'run' | 'skip' | 'repeat'
const review = ({ id }: Pick<Draft, 'id'>, probe?: Mode, more = {}) =>
  clara.person.call('reviewDraft', { params: { id }, body: { ...(probe && { probe_mode: probe }), ...more } })
const read = ({ id }: Pick<Draft, 'id'>) => clara.person.call('getDraft', { params: { id } })
const draftOf = async (more = {}) => createDraft(clara, await openIssue(service), more)

/** Who is asked now, and what for. */
async function asked(): Promise<{ agent: ReadyAgent; probe_id: string }> {
  for (const agent of crew.verifiers) {
    const [probe] = (await beat(agent)).probes
    if (probe) return { agent, probe_id: probe.probe_id }
  }
  throw new Error('nobody is asked')
}

type Command = { exitCodes?: number[]; output_tail?: string }
async function report(
  { agent, probe_id }: Awaited<ReturnType<typeof asked>>,
  { exitCodes = [1, 1], output_tail = '' }: Command = {},
) {
  const task = await agent.peer.call('takeProbeCredential', { body: { probe_id } })
  const runs = exitCodes.map((exit_code) => ({ exit_code, stopped_by: null, duration_ms: 200 }))
  const gap = { tests: null, mutants: null, mutants_gap: 'fails_on_base' as const }
  const commands = task.commands.map(({ name }) => ({ name, runs, output_tail, ...gap }))
  const body = { outcome: 'completed' as const, probe_id, report: { isolation: 'bubblewrap', commands } }
  return { task, body, send: () => agent.peer.call('submitProbeResult', { body }) }
}

const codesOf = ({ findings }: Draft) =>
  findings.filter(({ code }) => code !== 'verifiers_few').map(({ code, severity }) => `${code} ${severity}`)

test('a verifier of another owner tries the commands, and the draft is ready when it has', async () => {
  const draft = await draftOf()
  const reviewed = await review(draft, undefined, { likely_paths: ['src/slugify.js', 'src/typo.js'] })
  expect(reviewed).toMatchObject({ state: 'DRAFT', probe: { state: 'RUNNING', is_current: true, reports: [] } })
  expect(codesOf(reviewed)).toEqual(['likely_path_missing warning'])
  expect(reviewed.findings.map(({ message }) => message).join()).toContain('no “src/typo.js”')
  const params = { id: draft.id }
  const early = clara.person.call('createApprovalChallenge', { params, idempotencyKey: newKey() })
  const expectedRefusal = {
    code: 'draft_has_findings',
    detail: expect.stringContaining('A verifier is trying the commands'),
  }
  expect(await refusal(early)).toMatchObject(expectedRefusal)
  const given = await asked()
  expect(given.agent.owner.persona).not.toBe('clara')
  const { task, send, body } = await report(given)
  expect(task).toMatchObject({
    repository: { base_commit: reviewed.base_commit, token: null },
    commands: [{ name: draft.verification_commands[0]?.name }],
    likely_paths: ['src/slugify.js', 'src/typo.js'],
  })
  expect(Object.keys(task).sort()).toEqual(
    ['acceptance_files', 'answer_by', 'commands', 'likely_paths', 'mutants', 'probe_id', 'repository', 'runs'].sort(),
  )
  for (const { peer } of crew.verifiers.filter((agent) => agent !== given.agent))
    expect(await refusal(peer.call('submitProbeResult', { body }))).toMatchObject({ code: 'not_found' })
  await send()
  await send()
  const done = await read(draft)
  expect(done).toMatchObject({ state: 'READY', probe: { state: 'DONE', is_current: true, reports: [body.report] } })
  expect(codesOf(done)).toEqual(['likely_path_missing warning'])
  // What is known is not asked for again.
  expect(await review(draft)).toMatchObject({ state: 'READY', probe: { state: 'DONE' } })
})

test('a report is stale once commands or base commit differ, and holds through other changes', async () => {
  const draft = await draftOf()
  await review(draft)
  await (await report(await asked())).send()
  const change = async (body: object) => {
    const { version } = await read(draft)
    return clara.person.call('updateDraft', { params: { id: draft.id }, body: { version, ...body } })
  }
  expect(await change({ title: 'Another title' })).toMatchObject({ probe: { is_current: true } })
  expect(await review(draft)).toMatchObject({ state: 'READY', probe: { state: 'DONE' } })
  await atHost(service, 'POST', '/repos/acme/slugify-lite/commits', {
    branch: 'main',
    message: 'Go on',
    files: { 'notes.txt': newKey() },
  })
  expect(await review(draft)).toMatchObject({ state: 'DRAFT', probe: { state: 'RUNNING', reports: [] } })
  await (await report(await asked())).send()
  expect(await read(draft)).toMatchObject({ state: 'READY' })
  const commands = [{ name: 'other', argv: ['node', '--test'], expect: 'fails_then_passes' }]
  expect(await change({ verification_commands: commands })).toMatchObject({ probe: { is_current: false } })
})

test('a report counts again when the content is again what it was on', async () => {
  const draft = await draftOf()
  await review(draft)
  await (await report(await asked(), { exitCodes: [0, 0] })).send()
  const first = await read(draft)
  const change = async (argv: string[]) => {
    const { version, verification_commands } = await read(draft)
    const commands = verification_commands.map(({ name, expect: wanted }) => ({ name, argv, expect: wanted }))
    const body = { version, verification_commands: commands }
    return clara.person.call('updateDraft', { params: { id: draft.id }, body })
  }
  await change(['node', '--test', 'test/other.test.js'])
  await review(draft)
  await (await report(await asked())).send()
  await change(first.verification_commands[0]?.argv ?? [])
  const again = await review(draft)
  expect([again.state, ...codesOf(again)]).toEqual(['DRAFT', 'passes_before_work blocking'])
  expect(again.probe).toMatchObject({ is_current: true, reports: first.probe?.reports })
})

test('sealing a file that was tried takes no finding away, and says that a verifier was shown it', async () => {
  const file = { path: 'test/new.test.js', content: Buffer.from("import 'node:test'\n").toString('base64') }
  const draft = await draftOf({ acceptance_files: [file] })
  await review(draft)
  await (await report(await asked(), { exitCodes: [0, 0] })).send()
  const seal = async (content: string) => {
    const { version } = await read(draft)
    const body = { version, acceptance_files: [{ ...file, content, sealed: true }] }
    return clara.person.call('updateDraft', { params: { id: draft.id }, body })
  }
  await seal(file.content)
  const sealed = await review(draft)
  expect([sealed.state, ...codesOf(sealed)]).toEqual([
    'DRAFT',
    'passes_before_work blocking',
    'sealed_after_probe warning',
  ])
  await seal(Buffer.from('// another\n').toString('base64'))
  const other = await review(draft)
  expect([other.state, ...codesOf(other)]).toEqual(['READY', 'probe_unavailable warning'])
})

test('what one verifier alone saw never keeps the client from funding', async () => {
  const draft = await draftOf()
  await review(draft)
  const first = await asked()
  await (await report(first, { exitCodes: [0, 0] })).send()
  const blocked = await read(draft)
  expect([blocked.state, ...codesOf(blocked)]).toEqual(['DRAFT', 'passes_before_work blocking'])
  expect(await review(draft, 'skip')).toMatchObject({ state: 'READY', probe: { state: 'DONE' } })
  expect(codesOf(await read(draft))).toEqual(['passes_before_work warning'])
  expect(await review(draft, 'repeat')).toMatchObject({ state: 'DRAFT', probe: { state: 'RUNNING' } })
  const second = await asked()
  expect(second.agent.owner.persona).not.toBe(first.agent.owner.persona)
  await (await report(second)).send()
  const decided = await read(draft)
  expect([decided.state, ...codesOf(decided)]).toEqual(['READY', 'passes_before_work warning'])
  const third = await review(draft, 'repeat')
  expect([third.state, ...codesOf(third)]).toEqual([
    'READY',
    'passes_before_work warning',
    'probe_not_repeated warning',
  ])
})

test('a runtime that is lost or cannot run is replaced once, and its late answer does not count', async () => {
  const draft = await draftOf()
  await review(draft)
  const lost = await asked()
  const late = await report(lost)
  await write(
    service,
    (tx) => tx`update runtime_heartbeats set at = now() - interval '1 hour'
    where agent_id = ${lost.agent.agentId}`,
  )
  await sweep()
  await sweep()
  const other = await asked()
  expect(other.agent.owner.persona).not.toBe(lost.agent.owner.persona)
  expect(await refusal(late.send())).toMatchObject({ status: 409, code: 'attempt_superseded' })
  const { probe_id } = other
  const cannot = { outcome: 'cannot_run' as const, probe_id, reason: 'The disk is full.' }
  // Of several such answers at one moment one ends the probe, and the others hear that it is over.
  const answers = await Promise.allSettled(
    Array.from({ length: 6 }, () => other.agent.peer.call('submitProbeResult', { body: cannot })),
  )
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const done = await read(draft)
  expect(done).toMatchObject({ state: 'READY', probe: { state: 'NOBODY_FREE' } })
  expect(done.probe?.reason).toContain('The disk is full.')
  expect(codesOf(done)).toEqual(['probe_unavailable warning'])
})

test('a review waits two minutes at most, and asks nobody where the client does not want it', async () => {
  const draft = await draftOf()
  await review(draft)
  const given = await asked()
  const late = await report(given)
  await write(service, (tx) => tx`update probes set until = now() - interval '1 second' where id = ${given.probe_id}`)
  await sweep()
  expect(codesOf(await read(draft))).toEqual(['probe_unavailable warning'])
  expect(await read(draft)).toMatchObject({ state: 'READY', probe: { state: 'NOBODY_FREE' } })
  expect(await refusal(late.send())).toMatchObject({ code: 'attempt_superseded' })
  const heard = await given.agent.peer.heartbeat({ can_probe: true, running: [{ kind: 'probe', id: given.probe_id }] })
  expect(heard).toMatchObject({ probes: [], cancelled: [given.probe_id] })
  const other = await draftOf()
  expect(await review(other, 'skip')).toMatchObject({ state: 'READY', probe: null })
  expect(codesOf(await read(other))).toEqual(['probe_skipped warning'])
})

test('runtimes that do not say so are asked for none, and a private repository only on the client’s word', async () => {
  const draft = await draftOf()
  await Promise.all(crew.verifiers.map(({ peer }) => peer.heartbeat()))
  expect(await review(draft)).toMatchObject({ state: 'READY', probe: { state: 'NOBODY_FREE' } })
  await Promise.all(crew.verifiers.map(beat))
  await atHost(service, 'PATCH', '/repos/acme/slugify-lite', { private: true })
  try {
    expect(await review(await draftOf())).toMatchObject({ state: 'READY', probe: null })
    const shown = await draftOf()
    expect(await review(shown, 'run')).toMatchObject({ state: 'DRAFT', probe: { state: 'RUNNING' } })
    const { agent, probe_id } = await asked()
    const take = agent.peer.call('takeProbeCredential', { body: { probe_id } })
    expect(await refusal(take)).toMatchObject({ code: 'repository_host_unavailable' })
  } finally {
    await atHost(service, 'PATCH', '/repos/acme/slugify-lite', { private: false })
  }
})

test('a repository that becomes private after the review is not read by the verifier that was asked', async () => {
  const draft = await draftOf()
  expect(await review(draft)).toMatchObject({ probe: { state: 'RUNNING' } })
  const { agent, probe_id } = await asked()
  await atHost(service, 'PATCH', '/repos/acme/slugify-lite', { private: true })
  try {
    // A review of another draft reads what the repository is now.
    await review(await draftOf())
    const { db } = service.context()
    expect(await listTokenlessHolders(db, { after: '', limit: 9 })).toEqual([])
    const take = agent.peer.call('takeProbeCredential', { body: { probe_id } })
    expect(await refusal(take)).toMatchObject({ code: 'attempt_superseded' })
    await review(draft, 'run')
    const fresh = await asked()
    expect(await listTokenlessHolders(db, { after: '', limit: 9 })).toMatchObject([{ holderId: fresh.probe_id }])
  } finally {
    await atHost(service, 'PATCH', '/repos/acme/slugify-lite', { private: false })
  }
})

test('a report that does not fit the commands is refused, and another may follow', async () => {
  const draft = await draftOf()
  await review(draft)
  const given = await asked()
  const { body, send } = await report(given)
  const [command] = body.report.commands
  if (!command) throw new Error('a draft has a command')
  const renamed = { ...body, report: { ...body.report, commands: [{ ...command, name: 'else' }] } }
  expect(await refusal(given.agent.peer.call('submitProbeResult', { body: renamed }))).toMatchObject({
    status: 422,
    code: 'result_refused',
  })
  const endless = { ...body, report: { ...body.report, commands: [{ ...command, output_tail: 'x'.repeat(2_001) }] } }
  expect(await refusal(given.agent.peer.call('submitProbeResult', { body: endless }))).toMatchObject({ status: 400 })
  await send()
  expect(await read(draft)).toMatchObject({ state: 'READY' })
})

test('a second draft for an issue that is paid for already says so', async () => {
  const issue = await openIssue(service)
  const job = await fundedJob(clara, issue)
  const second = await createDraft(clara, issue)
  const found = (await review(second, 'skip')).findings.find(({ code }) => code === 'issue_has_job')
  expect(found).toMatchObject({ severity: 'warning', message: expect.stringContaining(`job ${job.onchain_job_id} `) })
})
