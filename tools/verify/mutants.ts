import { commit } from '#lib/chain/commit.ts'
import type { ProofDocument } from './read-proof-file.ts'

export type Mutant = { name: string; proof: unknown }

/**
 * The proof with one value altered, once for every member of its form: of a list's items, the first that has it. Statements
 * of the service prove nothing.
 */
export function fieldMutants(proof: ProofDocument): Mutant[] {
  const paths = pathsOf(proof).filter(([first]) => first !== 'statements')
  const byMember = Map.groupBy(paths, (path) => path.filter((key) => !/^\d+$/.test(String(key))).join('.'))
  return [...byMember.values()]
    .flatMap((alike) => alike.slice(0, 1))
    .map((path) => {
      const mutant = structuredClone(proof)
      const parent = path.slice(0, -1).reduce<Node>((node, key) => node[key] as Node, mutant as Node)
      const key = path.at(-1) ?? ''
      parent[key] = altered(parent[key])
      return { name: path.join('.'), proof: mutant }
    })
}

type Node = Record<string | number, unknown>
type Path = (string | number)[]

function pathsOf(value: unknown): Path[] {
  if (typeof value !== 'object' || value === null) return value === null ? [] : [[]]
  return Object.entries(value).flatMap(([key, part]) => pathsOf(part).map((path) => [key, ...path]))
}

/** Another value of the same form, so that no reader of the format notices. */
function altered(value: unknown): unknown {
  if (typeof value === 'number') return value + 1
  if (typeof value === 'boolean') return !value
  const text = String(value)
  if (/^\d+$/.test(text)) return (BigInt(text) + 1n).toString()
  if (/^0x[0-9a-f]+$/.test(text)) return `${text.slice(0, -1)}${text.endsWith('0') ? '1' : '0'}`
  return `${text} `
}

type Attempt = ProofDocument['attempts'][number]

/** A draw that could have been made, and was not. */
function inventedDraw({ draws }: Attempt): Attempt['draws'][number] {
  const document = { ...draws[0]?.document, secret: `0x${'7'.repeat(64)}` }
  return { kind: 'PANEL', evidence_hash: commit(document), document }
}

/** Whole parts left out, added, exchanged or taken from another job, as a deceiver would. */
export function partMutants(proof: ProofDocument, other: ProofDocument): Mutant[] {
  const attempt = proof.attempts[0] as Attempt
  const [first, second] = attempt.verdicts
  const withAttempt = (part: Partial<Attempt>) => ({ ...proof, attempts: [{ ...attempt, ...part }] })
  const withVerdict = (part: object) =>
    withAttempt({ verdicts: attempt.verdicts.map((one, at) => (at === 0 ? { ...one, ...part } : one)) })
  const without = <T>(list: readonly T[], at: number) => list.filter((_, index) => index !== at)
  const paid = proof.transfers.findIndex(({ kind }) => kind === 'reward')
  return [
    ...proof.events.map((event, at) => ({
      name: `without event ${event.name}`,
      proof: { ...proof, events: without(proof.events, at) },
    })),
    ...proof.transfers.map((transfer, at) => ({
      name: `without transfer ${transfer.kind}`,
      proof: { ...proof, transfers: without(proof.transfers, at) },
    })),
    ...attempt.verdicts.map((_, at) => ({
      name: `without verdict ${at}`,
      proof: withAttempt({ verdicts: without(attempt.verdicts, at) }),
    })),
    { name: 'an event of another job', proof: { ...proof, events: [...proof.events, other.events.at(-1)] } },
    { name: 'the events of another job', proof: { ...proof, events: other.events } },
    { name: 'the transfers of another job', proof: { ...proof, transfers: other.transfers } },
    { name: 'a transfer of another job', proof: { ...proof, transfers: [...proof.transfers, other.transfers.at(-1)] } },
    { name: 'a transfer twice', proof: { ...proof, transfers: [...proof.transfers, proof.transfers.at(-1)] } },
    { name: 'events in another order', proof: { ...proof, events: proof.events.toReversed() } },
    { name: 'the documents of another job', proof: { ...proof, task_document: other.task_document } },
    { name: 'the policy of another job', proof: { ...proof, policy_document: other.policy_document } },
    {
      name: 'the id of another job',
      proof: { ...proof, job: { ...proof.job, onchain_job_id: other.job.onchain_job_id } },
    },
    { name: 'the other job’s end', proof: { ...proof, job: { ...proof.job, state: other.job.state } } },
    { name: 'no attempts', proof: { ...proof, attempts: [] } },
    { name: 'an attempt twice', proof: { ...proof, attempts: [attempt, attempt] } },
    { name: 'no result', proof: withAttempt({ result: null }) },
    { name: 'a draw twice', proof: withAttempt({ draws: [...attempt.draws, ...attempt.draws] }) },
    { name: 'a draw that is not on chain', proof: withAttempt({ draws: [...attempt.draws, inventedDraw(attempt)] }) },
    { name: 'no draw', proof: withAttempt({ draws: [] }) },
    { name: 'a draw of another attempt', proof: withAttempt({ draws: other.attempts[0]?.draws ?? [] }) },
    { name: 'a verdict twice', proof: withAttempt({ verdicts: [...attempt.verdicts, attempt.verdicts[0] as never] }) },
    { name: 'a verdict by a verifier without a seat', proof: withVerdict({ agent: `0x${'9'.repeat(40)}` }) },
    { name: 'a verdict signed by another seat', proof: withVerdict({ signature: second?.signature }) },
    { name: 'a verdict in another seat', proof: withVerdict({ seat: second?.seat }) },
    { name: 'the key of another verifier', proof: withVerdict({ key: second?.key }) },
    { name: 'a verdict turned around', proof: withVerdict({ pass: !first?.pass }) },
    { name: 'evidence of another verdict', proof: withVerdict({ evidence: { code: 'made_up' } }) },
    {
      name: 'a sealed file that nobody sealed',
      proof: { ...proof, sealed_files: [{ path: 'a', salt: `0x${'0'.repeat(64)}`, content: '' }] },
    },
    {
      name: 'a payment called deferred',
      proof: {
        ...proof,
        transfers: without(proof.transfers, paid),
        totals: { ...proof.totals, deferred: proof.totals.reward },
      },
    },
    { name: 'a larger reward', proof: { ...proof, totals: { ...proof.totals, reward: proof.totals.funded } } },
    { name: 'another chain', proof: { ...proof, chain: { ...proof.chain, chain_id: 1 } } },
    { name: 'another escrow', proof: { ...proof, chain: { ...proof.chain, escrow: proof.chain.token } } },
    {
      name: 'an orphaned block',
      proof: { ...proof, events: proof.events.map((event) => ({ ...event, block_hash: `0x${'e'.repeat(64)}` })) },
    },
  ]
}
