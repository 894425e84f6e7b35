import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPeer, provision, signInOwner, work, write } from '#test/agents.ts'
import { acceptanceOf, advanceUntil, type Crew, crewEnv, hear, offerOf, readJob, readyCrew } from '#test/crew.ts'
import {
  approvedDraft,
  askToFund,
  type Client,
  carryOut,
  ended,
  fundedJob,
  index,
  look,
  openIssue,
  readyClient,
} from '#test/journey.ts'
import { refusal } from '#test/refusal.ts'
import { type Service, startService } from '#test/service.ts'
import { until } from '#test/until.ts'
import { dispatchNotes } from '../../domain/dispatch-note.ts'
import { continueProvisioning } from '../provisioning/continue-provisioning.ts'
import { resumeChain } from './resume-chain.ts'

let service: Service
let clara: Client
let crew: Crew
beforeAll(async () => {
  service = await startService({ runtimePlaces: 6, env: crewEnv })
  clara = await readyClient(service)
  crew = await readyCrew(service, ['wanda'], ['vera', 'victor', 'viola', 'vito'])
  await index(service)
})
afterAll(() => service.stop())

const halt = () =>
  write(service, async (tx) => {
    await tx`update chain_cursor set halted_reason = 'events up to block 5 had effect'`
  })
const resume = () => resumeChain(service.context(), { because: 'the node was restored' })
const refused = { status: 503, code: 'chain_unavailable', detail: expect.stringMatching(/Nothing new starts/) }

test('while the indexer is halted nothing is funded, offered or accepted, and all goes on once it resumes', async () => {
  const [worker] = crew.workers
  if (!worker) throw new Error('there is no worker')
  const offered = (await fundedJob(clara, await openIssue(service))).onchain_job_id
  await hear([...crew.workers, ...crew.verifiers])
  await advanceUntil(
    service,
    offered,
    () => offerOf(worker, offered),
    (offer) => offer !== undefined,
  )
  const body = await acceptanceOf(worker, offered)
  const { onchain_job_id: open } = await fundedJob(clara, await openIssue(service))
  const locked = await approvedDraft(clara, await openIssue(service))

  await halt()
  expect(await refusal(askToFund(clara.person, locked.id))).toMatchObject(refused)
  expect(await refusal(worker.peer.call('takeJobCredential', { body }))).toMatchObject(refused)
  await work(service, open).catch(() => undefined)
  expect((await readJob(clara.person, open)).execution).toMatchObject({ reason: dispatchNotes.halted })
  expect(await service.sql`select onchain_job_id::text from assignments`).toEqual([{ onchain_job_id: offered }])

  await resume()
  expect(await worker.peer.call('takeJobCredential', { body })).toMatchObject({ status: 'pending' })
  expect(await carryOut(clara.person, await askToFund(clara.person, locked.id))).toMatchObject({ state: 'CONFIRMED' })
})

test('an agent that is made while the indexer is halted waits, says why, and is active once that resumes', async () => {
  const owner = await signInOwner(service, 'will')
  const peer = await openPeer(service, 'worker')
  await halt()
  const body = { name: 'Will’s worker', role: 'worker' as const, pairing_token: peer.newToken() }
  const { id } = await owner.call('createAgent', { body })
  const read = () => owner.call('getAgent', { params: { id } })
  const calls = () => service.sql`select 1 from operator_calls where purpose = 'AGENT_REGISTRATION'`
  const before = (await calls()).length
  for (let round = 0; round < 3; round += 1) await continueProvisioning(service.context(), { agentId: id })
  expect((await read()).provisioning).toContainEqual(
    expect.objectContaining({
      state: 'WAITING',
      detail: expect.stringMatching(/^Jobwright has stopped reading the chain/),
    }),
  )
  expect(await calls()).toHaveLength(before)
  await resume()
  await provision(service, id, peer)
  expect(await read()).toMatchObject({ state: 'ACTIVE' })
})

test('a funding that was under way has no effect while the indexer is halted, and has it once that resumes', async () => {
  const { person } = clara
  const draft = await approvedDraft(clara, await openIssue(service))
  const challenge = await askToFund(person, draft.id)
  await halt()
  await person.approve(challenge.challenge_id, challenge.wallet_session)
  const report = () => look(person, challenge.transaction_id)
  await until(report, ({ state }) => state === 'BROADCAST')
  await service.node.mine({ blocks: 3 })
  expect(await report()).toMatchObject({ state: 'BROADCAST' })
  expect(await person.call('getDraft', { params: { id: draft.id } })).toMatchObject({ state: 'FUNDING' })
  await resume()
  expect(await ended(person, challenge.transaction_id)).toMatchObject({ state: 'CONFIRMED' })
  expect(await person.call('getDraft', { params: { id: draft.id } })).toMatchObject({ state: 'FUNDED' })
})
