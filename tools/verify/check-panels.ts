import { commit } from '#lib/chain/commit.ts'
import { signerOf } from '#lib/chain/signer-of.ts'
import { escrowDomain, typedMessage } from '#lib/domain/signed-messages.ts'
import type { ChainSeat, EscrowLog, Hash } from '#lib/ports/chain.ts'
import type { ChainFacts } from './chain-facts.ts'
import { checkDraws, type DrawFacts, type Naming } from './check-draws.ts'
import { firstDifference } from './check-money.ts'
import { type Problem, problem } from './problem.ts'
import type { ProofDocument } from './read-proof-file.ts'

type Attempt = ProofDocument['attempts'][number]
type Verdict = Attempt['verdicts'][number]

/** Compares draws and verdicts of every attempt with the seats and votes on chain, and recovers who signed them. */
export async function checkPanels(proof: ProofDocument, facts: ChainFacts): Promise<Problem[]> {
  const problems: Problem[] = []
  for (const attempt of proof.attempts) {
    const events = facts.events.filter(({ args }) => Number(args.attempt) === attempt.attempt)
    problems.push(...checkPanel(attempt, proof, facts), ...checkVotes(attempt, events))
    for (const verdict of attempt.verdicts)
      problems.push(...(await checkVerdict(verdict, attempt, { proof, seats: facts.seats.get(attempt.attempt) ?? [] })))
  }
  return [...problems, ...checkQuorum(facts)]
}

/** The draws of an attempt, repeated from the chain; none is listed that the escrow did not take. */
function checkPanel({ attempt, draws }: Attempt, { chain, job }: ProofDocument, facts: ChainFacts): Problem[] {
  const problems: Problem[] = []
  for (const { kind, evidence_hash, document } of draws) {
    const about = { kind, attempt, onchain_job_id: job.onchain_job_id }
    const isOther = Object.entries(about).some(([name, value]) => document[name] !== value)
    if (isOther || commit(document) !== evidence_hash)
      problems.push(
        problem('draw_differs', `A draw of attempt ${attempt} has another hash or is about something else.`),
      )
  }
  const { registry } = facts
  const events = facts.events.filter(({ args }) => Number(args.attempt) === attempt)
  const assigned = events.find(({ name }) => name === 'JobAssigned')?.args
  const result = events.find(({ name }) => name === 'ResultSubmitted')?.args.result
  const namings = events.filter(({ name }) => name === 'Seated' || name === 'AlternatesSeated').map(toNaming)
  const listed = draws.map((draw) => draw.evidence_hash).toSorted()
  if (
    listed.join() !==
    namings
      .map((naming) => naming.evidenceHash)
      .toSorted()
      .join()
  )
    problems.push(problem('draw_differs', `The draws of attempt ${attempt} are not those that are on chain.`))
  if (namings.length === 0) return problems
  if (!registry || !assigned) return [...problems, problem('wrong_contract', 'The escrow names no registry.')]
  const of: DrawFacts = {
    place: {
      chain_id: chain.chain_id,
      escrow: chain.escrow as Hash,
      registry: registry.address,
      onchain_job_id: job.onchain_job_id,
      attempt,
    },
    result: result as Hash,
    drawCommit: assigned.drawCommit as Hash,
    owners: [assigned.ownerId as Hash, registry.clientOwner],
    verifiers: registry.verifiers,
  }
  return [...problems, ...checkDraws(of, namings, draws)]
}

function toNaming({ args }: EscrowLog): Naming {
  const agents = args.agents as Hash[]
  const seats = (args.seats as number[] | undefined)?.map(Number) ?? agents.map((_, index) => index)
  return { secret: args.secret as Hash, evidenceHash: args.drawEvidence as Hash, seats, agents }
}

function checkVotes({ attempt, verdicts }: Attempt, events: readonly EscrowLog[]): Problem[] {
  const real = events
    .filter(({ name }) => name === 'VerdictRecorded')
    .map(({ args }) => ({ seat: Number(args.seat), agent: args.agent, pass: args.pass, hash: args.evidenceHash }))
  const given = verdicts.map(({ seat, agent, pass, evidence_hash }) => ({ seat, agent, pass, hash: evidence_hash }))
  const bySeat = (a: { seat: number }, b: { seat: number }) => a.seat - b.seat
  return firstDifference(given.sort(bySeat), real.sort(bySeat)) === undefined
    ? []
    : [problem('verdicts_differ', `The verdicts of attempt ${attempt} are not those that the chain recorded.`)]
}

async function checkVerdict(
  verdict: Verdict,
  { attempt, result }: Attempt,
  { proof, seats }: { proof: ProofDocument; seats: readonly ChainSeat[] },
): Promise<Problem[]> {
  const { agent, key, pass, evidence_hash, signature, evidence } = verdict
  const problems: Problem[] = []
  const seat = seats[verdict.seat]
  const seatKey = seat?.candidates.find((one) => one.agent === seat.judge)?.key
  if (seat?.judge !== agent || seatKey !== key)
    problems.push(
      problem('verdicts_differ', `${agent} did not fill seat ${verdict.seat} of attempt ${attempt} with this key.`),
    )
  if (evidence && commit(evidence) !== evidence_hash)
    problems.push(problem('document_differs', `The evidence of ${agent} for attempt ${attempt} has another hash.`))
  if (signature === null) return problems
  const message = typedMessage('Verdict', escrowDomain(proof.chain.chain_id, proof.chain.escrow as Hash), {
    jobId: BigInt(proof.job.onchain_job_id),
    attempt,
    taskCommitment: proof.job.task_commitment,
    policyCommitment: proof.job.policy_commitment,
    resultCommitment: result?.commitment ?? `0x${'0'.repeat(64)}`,
    pass,
    evidenceHash: evidence_hash,
    agent,
  })
  if ((await signerOf(message, signature as Hash)) !== key)
    problems.push(
      problem('wrong_signature', `The verdict of ${agent} for attempt ${attempt} is not signed by its key.`),
    )
  return problems
}

/** The contract pays on nothing else; a chain that shows a payment without a quorum has another contract there. */
function checkQuorum({ events }: ChainFacts): Problem[] {
  const settled = events.find(({ name }) => name === 'JobSettled')
  if (!settled) return []
  const created = events.find(({ name }) => name === 'JobCreated')?.args.terms as { quorum?: unknown } | undefined
  const passes = events.filter(
    ({ name, args }) => name === 'VerdictRecorded' && args.pass === true && args.attempt === settled.args.attempt,
  )
  return passes.length >= Number(created?.quorum)
    ? []
    : [problem('wrong_contract', 'The reward was paid without a quorum of passing verdicts.')]
}
