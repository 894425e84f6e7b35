import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { takeVerificationCredentialEndpoint } from '#lib/api/verification.ts'
import { type CallInput, callWith } from '#lib/client/api.ts'
import type { OperationId } from '#lib/domain/operations.ts'
import { commit } from '#starter-runtime/commitment.ts'
import { loadIdentity } from '#starter-runtime/identity.ts'
import type { Evidence } from '#starter-runtime/verifier/evidence.ts'
import { signVerdict } from '#starter-runtime/verifier/verdict-body.ts'
import type { FundedJob } from './fund-job.ts'
import type { Setting } from './journey.ts'
import { expectThat, refusalOf, step, until } from './steps.ts'

type Pinned = { credential: string; chain_id: number; escrow: string }

/** Calls as the runtime that keeps its credential in that folder, as another program of its owner could. */
function callerOf(setting: Setting, workDir: string) {
  const pinned = JSON.parse(readFileSync(join(workDir, 'connection.json'), 'utf8')) as Pinned
  const send: typeof fetch = (url, init) => {
    const headers = new Headers(init?.headers)
    headers.set('authorization', `Bearer ${pinned.credential}`)
    return fetch(url, { ...init, headers })
  }
  const call = <Id extends OperationId>(id: Id, input: Partial<CallInput<Id>>) =>
    callWith(send, setting.places.origin, id, input)
  return { pinned, call }
}

/** A runtime that checks nothing sends an emptied test as the result of its attempt. */
export async function refuseEmptiedTest(setting: Setting, workDir: string, { draft, job }: FundedJob): Promise<void> {
  await step('Refusal: a result that empties the test', async () => {
    const { call } = callerOf(setting, workDir)
    const path = draft.verification_commands[0]?.argv.at(-1) ?? ''
    const body = {
      outcome: 'completed' as const,
      onchain_job_id: job.onchain_job_id,
      attempt: 1,
      base_commit: draft.base_commit ?? '',
      tree_id: '0'.repeat(40),
      changes: [{ path, mode: '100644' as const, content: '' }],
      summary: 'All tests pass.',
      result_commitment: commit(path),
      signature: `0x${'0'.repeat(130)}` as const,
    }
    const evidence = await refusalOf(() => call('submitJobResult', { body }), 422, 'result_refused')
    expectThat(String(evidence.at).includes(path), `the refusal does not name ${path}`)
    return { value: undefined, evidence }
  })
}

/** A program of a verifier's owner judges the seat in place of its runtime: FAIL, signed with the seat's own key. */
export async function failSeat(setting: Setting, workDir: string, jobId: string): Promise<void> {
  const { pinned, call } = callerOf(setting, workDir)
  const body = { state: 'busy' as const, software: 'contrary/1', running: [] }
  const beat = () => call('sendHeartbeat', { body })
  const { verifications } = await until('the seat', 60, beat, (answer) => answer.verifications.length > 0)
  for (const { verification_id } of verifications) {
    const given = await call('takeVerificationCredential', { body: { verification_id } })
    const task = takeVerificationCredentialEndpoint.reply.schema?.parse(given)
    if (task?.onchain_job_id !== jobId) continue
    const evidence: Evidence = {
      schema: 'jobwright/evidence',
      version: 1,
      base_commit: task.repository.base_commit,
      tree_id: task.tree_id,
      isolation: 'none',
      commands: [],
      reason: 'I do not like the style.',
    }
    const own = { chainId: pinned.chain_id, escrow: pinned.escrow }
    const finding = { verdict: 'FAIL' as const, evidence, verificationSeconds: null }
    const identity = await loadIdentity(join(workDir, 'identity.json'))
    const signed = await signVerdict(identity, own, task, finding)
    if (!signed) throw new Error('a FAIL has no signature')
    const { evidence_hash, signature } = signed
    await call('submitVerificationResult', {
      body: { verdict: 'FAIL', verification_id, evidence, evidence_hash, signature },
    })
  }
}
