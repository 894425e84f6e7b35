import { paymentsOf } from '../../domain/escrow-payments.ts'
import { proofFormat, provenStates } from '../../domain/proof.ts'
import { openSealedFiles } from '../../usecases/drafts/sealed-drafts.ts'
import type { Proof } from '../../usecases/proofs/read-proof.ts'
import { web } from '../web.ts'
import { toVerdictFacts } from './verdict-facts-reply.ts'

type Verdict = Proof['records']['verdicts'][number]

/**
 * What the commands printed and lines of the result are for the client alone, and of a result that it paid for: a command can
 * print all of it.
 */
export function toProofReply(proof: Proof, reader: 'client' | 'anyone') {
  const { job, snapshot } = proof
  const { chain, vault } = web().services
  return {
    ...proofFormat,
    chain: {
      chain_id: job.chainId,
      genesis_hash: proof.genesisHash,
      escrow: chain.escrow,
      token: chain.token,
    },
    job: {
      onchain_job_id: job.onchainJobId.toString(),
      state: provenStateOf(proof),
      client: job.clientAddress,
      ref: job.ref,
      task_commitment: snapshot.taskCommitment,
      policy_commitment: snapshot.policyCommitment,
    },
    task_document: { ...snapshot.taskDocument },
    policy_document: { ...snapshot.policyDocument },
    sealed_files: openSealedFiles(vault, snapshot),
    attempts: attemptsOf(proof, reader),
    events: proof.events.map((event) => ({
      name: event.eventName,
      block_number: event.blockNumber.toString(),
      block_hash: event.blockHash,
      transaction_hash: event.transactionHash,
      log_index: event.logIndex,
      args: event.args,
    })),
    transfers: proof.transfers.map(({ blockNumber, transactionHash, logIndex, ...transfer }) => ({
      ...transfer,
      block_number: blockNumber,
      transaction_hash: transactionHash,
      log_index: logIndex,
    })),
    totals: totalsOf(proof, chain.escrow),
    statements: {
      seconds_to_payment: proof.secondsToPayment,
      read_at: proof.readAt.toISOString(),
      pull_request_url: proof.publication?.state === 'PUBLISHED' ? proof.publication.pullRequestUrl : null,
      discarded_draws: drawsOf(proof).discarded.map((draw) => ({
        attempt: draw.attempt,
        ...toDraw(draw),
        reason: draw.refusedFor,
      })),
      verdicts: toVerdictFacts(proof.records.verdicts, paidAttempts(proof)),
    },
  }
}

function provenStateOf({ job }: Proof) {
  const state = provenStates.find((one) => one === job.state)
  if (!state) throw new TypeError(`a job in ${job.state} has no proof`)
  return state
}

/** Whether a result was the one that settled its job. */
function paidAttempts({ job, records }: Proof): (attempt: number) => boolean {
  const last = Math.max(...records.assignments.map(({ attempt }) => attempt ?? 0))
  return (attempt) => job.state === 'SETTLED' && attempt === last
}

function attemptsOf(proof: Proof, reader: 'client' | 'anyone') {
  const { records } = proof
  const isPaid = paidAttempts(proof)
  return records.assignments.flatMap(({ attempt, agentAddress }) => {
    if (attempt === null) return []
    const result = records.results.find((one) => one.attempt === attempt)
    return {
      attempt,
      agent: agentAddress,
      result: result ? { commitment: result.commitment, document: { ...result.document } } : null,
      draws: drawsOf(proof)
        .taken.filter((draw) => draw.attempt === attempt)
        .map(toDraw),
      verdicts: records.verdicts
        .filter((row) => row.attempt === attempt)
        .flatMap((row) => toVerdict(row, reader === 'client' && isPaid(attempt))),
    }
  })
}

/** The draws whose hash the escrow has in an event, each once; the others named nobody, and no event bears them out. */
function drawsOf({ events, records }: Proof) {
  const named = new Set(events.map(({ args }) => args.drawEvidence))
  const byHash = new Map(records.draws.map((draw) => [draw.evidenceHash, draw]))
  const { taken = [], discarded = [] } = Object.groupBy(byHash.values(), ({ evidenceHash }) =>
    named.has(evidenceHash) ? 'taken' : 'discarded',
  )
  return { taken, discarded }
}

function toDraw({ kind, evidenceHash, evidence }: Proof['records']['draws'][number]) {
  return { kind, evidence_hash: evidenceHash, document: evidence }
}

function toVerdict(row: Verdict, hasEvidence: boolean) {
  if (row.evidenceHash === null) return []
  return {
    seat: row.seat,
    agent: row.agentAddress,
    key: row.key,
    pass: row.verdict === 'PASS',
    evidence_hash: row.evidenceHash,
    signature: row.signature === '0x' ? null : row.signature,
    evidence: hasEvidence ? row.evidence : null,
  }
}

function totalsOf({ job, events }: Proof, escrow: `0x${string}`) {
  const payments = paymentsOf(events, { client: job.clientAddress, escrow })
  const sum = (isMeant: (payment: (typeof payments)[number]) => boolean) =>
    payments
      .filter(isMeant)
      .reduce((total, { amount }) => total + amount, 0n)
      .toString()
  return {
    funded: sum(({ kind }) => kind === 'funding'),
    reward: sum(({ kind }) => kind === 'reward'),
    silence_share: sum(({ kind }) => kind === 'silence_share'),
    verifier_fees: sum(({ kind }) => kind === 'verifier_fee'),
    returned: sum(({ kind }) => kind === 'returned'),
    deferred: sum(({ isDeferred }) => isDeferred),
    held: job.held.toString(),
  }
}
