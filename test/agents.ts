import type { TransactionSql } from 'postgres'
import type { ReplyOf } from '#lib/client/api.ts'
import type { AgentRole } from '#lib/domain/agent.ts'
import type { FileChange } from '#lib/domain/result.ts'
import { advanceJob } from '#lib/usecases/dispatch/advance-job.ts'
import { runOperator } from '#lib/usecases/operator/run-operator.ts'
import { baseFiles } from '#lib/usecases/provisioning/build-exam.ts'
import { continueProvisioning } from '#lib/usecases/provisioning/continue-provisioning.ts'
import { applyChanges, gitTreeId } from '#lib/usecases/provisioning/git-tree.ts'
import { index } from './journey.ts'
import type { Person } from './people/person.ts'
import { type ReadyAgent, RuntimePeer } from './runtime-peer.ts'
import type { Service } from './service.ts'

type Exam = NonNullable<ReplyOf<'getRuntimeConfiguration'>['exam']>

/** Signed in, with the agent-owner capability. */
export async function signInOwner(service: Service, persona: string): Promise<Person> {
  const owner = service.person(persona)
  await owner.signIn()
  await owner.call('becomeAgentOwner')
  return owner
}

/** A peer that listens on one of the places where the service may call runtimes. */
export async function openPeer(service: Service, role: AgentRole): Promise<RuntimePeer> {
  const port = service.runtimePorts.shift()
  if (port === undefined) throw new Error('the service has no runtime places left; raise runtimePlaces')
  const peer = new RuntimePeer(service, role, port)
  await peer.listen()
  service.onStop(() => peer.close())
  return peer
}

/** An active agent of that owner, provisioned step by step as the worker program does it. */
export async function readyAgent(service: Service, persona: string, role: AgentRole): Promise<ReadyAgent> {
  const [owner, peer] = await Promise.all([signInOwner(service, persona), openPeer(service, role)])
  const body = {
    name: `${persona}’s ${role}`,
    role,
    pairing_token: peer.newToken(),
    limits: { min_silence_share_bps: 0 },
  }
  const { id } = await owner.call('createAgent', { body })
  await provision(service, id, peer)
  const agent = await owner.call('getAgent', { params: { id } })
  if (agent.state !== 'ACTIVE') throw new Error(`the agent is ${agent.state}: ${JSON.stringify(agent.provisioning)}`)
  return { owner, peer, agentId: id, wallet: agent.wallet_address as `0x${string}` }
}

/** Does what the worker program does until the agent is active, and answers exam or calibration as the runtime would. */
export async function provision(service: Service, agentId: string, peer: RuntimePeer): Promise<void> {
  const ctx = service.context()
  for (let round = 0; round < 40; round += 1) {
    await continueProvisioning(ctx, { agentId })
    await runOperator(ctx, 'registrar')
    if (peer.credential) await qualify(service, peer)
    const [row] = await service.sql`select state from agents where id = ${agentId}`
    if (row?.state === 'ACTIVE') break
  }
  await peer.heartbeat()
}

async function qualify(service: Service, peer: RuntimePeer): Promise<void> {
  if ((await peer.heartbeat()).exam_id) {
    const { exam } = await peer.call('getRuntimeConfiguration')
    if (exam) await peer.call('submitQualification', { body: answerTo(exam) })
  }
  await answerCalibration(service, peer, true)
}

/** Gives the verdict that the open calibration asks for, or another one. */
export async function answerCalibration(
  service: Pick<Service, 'sql'>,
  peer: RuntimePeer,
  isRight: boolean,
): Promise<void> {
  for (const { verification_id } of (await peer.heartbeat()).verifications) {
    const seat = await peer.call('takeVerificationCredential', { body: { verification_id } })
    const [row] = await service.sql`select expected from qualifications where id = ${verification_id}`
    const isPass = row?.expected === 'PASS'
    const vote = await peer.vote(seat, isRight ? isPass : !isPass)
    const isUndecided = isRight && row?.expected === 'INCONCLUSIVE'
    const undecided = { verdict: 'INCONCLUSIVE' as const, verification_id, evidence: vote.evidence }
    await peer.call('submitVerificationResult', { body: isUndecided ? undecided : vote })
  }
}

/** The right answer to an exam. */
export function answerTo(exam: Exam): { exam_id: string; tree_id: string; changes: FileChange[] } {
  const changes = new Map<string, FileChange>()
  const before = new Map(baseFiles().map((file) => [file.path, file]))
  for (const step of exam.instructions) {
    const known = before.get(step.path)
    const text = Buffer.from(known?.content ?? '').toString('utf8')
    const mode = known?.mode ?? '100644'
    if (step.op === 'write') changes.set(step.path, { path: step.path, mode: step.mode, content: step.content })
    if (step.op === 'delete') changes.set(step.path, { path: step.path, deleted: true })
    if (step.op === 'mode')
      changes.set(step.path, { path: step.path, mode: step.mode, content: Buffer.from(text).toString('base64') })
    if (step.op === 'replace')
      changes.set(step.path, {
        path: step.path,
        mode,
        content: Buffer.from(text.replace(step.find, () => step.with)).toString('base64'),
      })
  }
  const all = [...changes.values()]
  return { exam_id: exam.exam_id, tree_id: gitTreeId(applyChanges(baseFiles(), all)), changes: all }
}

/** One round of everything that the worker program does for a job. */
export async function work(service: Service, jobId: string): Promise<void> {
  const ctx = service.context()
  await advanceJob(ctx, { onchainJobId: jobId })
  await runOperator(ctx, 'dispatcher')
  await runOperator(ctx, 'dispatcher')
  await index(service, ctx)
}

/** Writes past the service, where the guards of its tables let only `inTransaction` write. */
export async function write<T>(service: Service, work: (tx: TransactionSql) => Promise<T>): Promise<void> {
  await service.sql.begin(async (tx) => {
    await tx`select set_config('jobwright.transaction', 'on', true)`
    await work(tx)
  })
}

/** Makes the provider of wallets lose answers or refuse requests below a path. */
export async function setWalletFaults(
  service: Service,
  faults: {
    dropAnswers?: { path: string; count: number }
    failNext?: { path: string; count: number; status: number }
  },
): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const init = { method: 'PUT', headers, body: JSON.stringify(faults) }
  const response = await fetch(`${service.wallets.url}/sandbox/faults`, init)
  if (!response.ok) throw new Error(`the faults were answered with ${response.status}`)
}
