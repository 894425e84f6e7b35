import { isDeepStrictEqual } from 'node:util'
import { type EscrowPayment, paymentsOf, transfersOf } from '#lib/domain/escrow-payments.ts'
import type { ChainFacts } from './chain-facts.ts'
import { type Problem, problem } from './problem.ts'
import type { ProofDocument } from './read-proof-file.ts'

/** Compares transfers and sums with what the chain's events and receipts show. */
export function checkMoney(proof: ProofDocument, facts: ChainFacts): Problem[] {
  const parties = { client: facts.job?.client ?? proof.job.client, escrow: proof.chain.escrow } as Parties
  const events = facts.events.map(({ name, ...event }) => ({ eventName: name, ...event }))
  const payments = paymentsOf(events, parties)
  return [...checkTransfers(proof, facts, payments, parties), ...checkTotals(proof, facts, payments)]
}

type Parties = { client: `0x${string}`; escrow: `0x${string}` }

function checkTransfers(
  proof: ProofDocument,
  facts: ChainFacts,
  payments: readonly EscrowPayment[],
  parties: Parties,
): Problem[] {
  const transfers = transfersOf(payments, facts.moves, parties)
  if (!transfers)
    return [problem('transfers_differ', 'The receipts lack a transfer that an event of the escrow promises.')]
  const real = transfers.map(({ blockNumber, transactionHash, logIndex, amount, ...transfer }) => ({
    ...transfer,
    amount: amount.toString(),
    block_number: blockNumber.toString(),
    transaction_hash: transactionHash,
    log_index: logIndex,
  }))
  const differing = firstDifference(proof.transfers, real)
  return differing === undefined
    ? []
    : [
        problem(
          'transfers_differ',
          `Transfer ${differing + 1} is ${shown(proof.transfers[differing])}; the chain shows ${shown(real[differing])}.`,
        ),
      ]
}

type Shown = { kind: string; amount: string; to: string } | undefined

const shown = (one: Shown) => (one ? `${one.kind} of ${one.amount} units to ${one.to}` : 'none')

function checkTotals({ totals }: ProofDocument, facts: ChainFacts, payments: readonly EscrowPayment[]): Problem[] {
  const sum = (isMeant: (payment: EscrowPayment) => boolean) =>
    payments.filter(isMeant).reduce((total, { amount }) => total + amount, 0n)
  const real = {
    funded: sum(({ kind }) => kind === 'funding'),
    reward: sum(({ kind }) => kind === 'reward'),
    silence_share: sum(({ kind }) => kind === 'silence_share'),
    verifier_fees: sum(({ kind }) => kind === 'verifier_fee'),
    returned: sum(({ kind }) => kind === 'returned'),
    deferred: sum(({ isDeferred }) => isDeferred),
    held: facts.job?.held ?? 0n,
  }
  const problems = Object.entries(real).flatMap(([name, units]) =>
    totals[name as keyof typeof real] === units.toString()
      ? []
      : [problem('totals_differ', `\`totals.${name}\` is ${totals[name as keyof typeof real]}, on chain ${units}.`)],
  )
  if (real.funded !== real.reward + real.silence_share + real.verifier_fees + real.returned + real.held)
    problems.push(problem('totals_differ', 'What was funded is not what was paid, returned and held.'))
  return problems
}

/** Where two lists differ first; undefined when they are equal. */
export function firstDifference(given: readonly unknown[], real: readonly unknown[]): number | undefined {
  const length = Math.max(given.length, real.length)
  for (let at = 0; at < length; at += 1) if (!isDeepStrictEqual(given[at], real[at])) return at
  return undefined
}
