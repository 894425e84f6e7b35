import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import { hashTypedData, keccak256, stringToBytes } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { protectorOf } from '#lib/domain/path-pattern.ts'
import { type FileChange, resultDocument, sortChanges } from '#lib/domain/result.ts'
import {
  escrowDomain,
  type MessageName,
  offerDomain,
  pairingDomain,
  registryDomain,
  type TypedMessage,
  typedMessage,
} from '#lib/domain/signed-messages.ts'
import {
  agent,
  agentId,
  chainId,
  escrow,
  evidence,
  jobId,
  policy,
  policyWithReports,
  policyWithSealed,
  sealed,
  task,
  taskWithSealed,
} from './example-documents.ts'

const privateKey = `0x${'11'.repeat(32)}` as const
const credential = `jwr_019a9d1c-3f0e-7c54-9a55-3f6f6c1d2b11_${'A'.repeat(43)}`
const attempt = 2

/** The golden vectors of the protocol, as they are published. */
export async function protocolVectors() {
  const account = privateKeyToAccount(privateKey)
  const key = account.address.toLowerCase()
  const changes = changesVector([deleted('src/b.js'), written('src/a.js', 'export const a = 1\n')])
  const result = committed(
    resultDocument({
      chain_id: chainId,
      escrow,
      onchain_job_id: String(jobId),
      attempt,
      agent,
      repository_id: task.repository.id,
      base_commit: task.base.commit,
      tree_id: evidence.tree_id,
      changes_sha256: changes.sha256,
    }),
  )
  const documents = { task: committed(task), policy: committed(policy), result, evidence: committed(evidence) }
  const commitments = {
    task: documents.task.commitment,
    policy: documents.policy.commitment,
    result: result.commitment,
    evidence: documents.evidence.commitment,
  }
  const sign = async (message: TypedMessage) => ({
    ...message,
    digest: hashTypedData(message),
    signature: await account.signTypedData(message),
  })
  return {
    about: 'Golden vectors of Runtime Protocol v1. The private key is for these vectors alone.',
    private_key: privateKey,
    key,
    credential: { text: credential, sha256: `0x${sha256(credential)}` },
    task: documents.task,
    policy: documents.policy,
    policy_with_reports: committed(policyWithReports),
    sealed: {
      task: committed(taskWithSealed),
      policy: committed(policyWithSealed),
      given_to_verifiers: [sealed.opened],
    },
    changes,
    // Before U+FB00 as UTF-16 code units, after it as code points or as bytes of UTF-8.
    changes_beyond_ascii: changesVector([
      written('src/ﬀ.js', 'export const ligature = 1\n'),
      written('src/😀.js', 'export const smile = 1\n'),
      deleted('src/größe.js'),
    ]),
    protected_paths: protectionVectors(),
    result,
    evidence: documents.evidence,
    messages: await Promise.all(messagesOf(key, commitments).map(sign)),
  }
}

/** What each entry protects of some paths. */
function protectionVectors() {
  const paths: [entry: string, paths: string[]][] = [
    ['test', ['test', 'test/a.js', 'TEST/a.js', 'tests/a.js', 'src/test/a.js']],
    ['spec/unit/', ['spec', 'spec/unit/a.js', 'spec/other.js']],
    ['*.lock', ['a.lock', '.lock', 'a.lock/b', 'src/a.lock']],
    ['**/test', ['test/a.js', 'src/deep/test/a.js', 'src/test', 'src/contest/a.js']],
    ['**/*.test.*', ['a.test.js', 'src/A.Test.TS', 'src/test.js', 'src/a.test']],
    ['src/**/*_test.go', ['src/a_test.go', 'src/deep/er/a_test.go', 'src', 'a_test.go', 'srca_test.go']],
    ['packages/*/package.json', ['packages/a/package.json', 'packages', 'packages/a', 'packages/a/b/package.json']],
    ['a?[b]', ['a?[b]', 'axb']],
  ]
  return paths.map(([entry, some]) => {
    const isProtected = protectorOf([entry])
    return { entry, protects: some.filter(isProtected), leaves: some.filter((path) => !isProtected(path)) }
  })
}

function messagesOf(key: string, commitments: Record<'task' | 'policy' | 'result' | 'evidence', string>) {
  const nonces = { nonce: 'n'.repeat(43), runtimeNonce: 'r'.repeat(43) }
  const credentialHash = `0x${sha256(credential)}`
  const held = { jobId, attempt }
  const registry = `0x${'e6'.repeat(20)}` as const
  const earnings = { agent, payee: `0x${'a7'.repeat(20)}`, nonce: 3 }
  const pairing = (name: MessageName, message: Record<string, unknown>) => typedMessage(name, pairingDomain, message)
  const onEscrow = (name: MessageName, message: Record<string, unknown>) =>
    typedMessage(name, escrowDomain(chainId, escrow), message)
  return [
    pairing('PairingAnswer', {
      protocol: 'jobwright-runtime/1',
      agentId,
      role: 'worker',
      origin: 'https://jobwright.example',
      ...nonces,
      key,
      software: 'example/1.0',
      isolation: 'bubblewrap',
    }),
    pairing('ClaimReceipt', { agentId, ...nonces, credentialHash, epoch: 1, chainId, escrow }),
    pairing('Rotation', {
      agentId,
      credentialId: '019a9d1c-3f0e-7c54-9a55-3f6f6c1d2b12',
      credentialHash,
      epoch: 2,
    }),
    typedMessage('OfferAcceptance', offerDomain(chainId, escrow), {
      offerId: '019a9d1c-3f0e-7c54-9a55-3f6f6c1d2b13',
      jobId,
      agent,
      taskCommitment: commitments.task,
      policyCommitment: commitments.policy,
    }),
    onEscrow('Submission', { ...held, resultCommitment: commitments.result }),
    onEscrow('Verdict', {
      ...held,
      taskCommitment: commitments.task,
      policyCommitment: commitments.policy,
      resultCommitment: commitments.result,
      pass: true,
      evidenceHash: commitments.evidence,
      agent,
    }),
    onEscrow('Release', held),
    onEscrow('ReleaseObjection', held),
    typedMessage('Payee', registryDomain(chainId, registry), earnings),
    typedMessage('PayeeCancellation', registryDomain(chainId, registry), earnings),
  ]
}

function committed<Document extends object>(document: Document) {
  const canonical = canonicalText(document)
  return { document, canonical, commitment: keccak256(stringToBytes(canonical)) }
}

function changesVector(value: FileChange[]) {
  const canonical = canonicalText(sortChanges(value))
  return { value, canonical, sha256: sha256(canonical) }
}

function canonicalText(value: unknown): string {
  const text = canonicalize(value)
  if (text === undefined) throw new TypeError('only JSON has a canonical form')
  return text
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function written(path: string, content: string): FileChange {
  return { path, mode: '100644', content: Buffer.from(content).toString('base64') }
}

function deleted(path: string): FileChange {
  return { path, deleted: true }
}
