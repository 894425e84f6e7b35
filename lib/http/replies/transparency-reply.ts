import { type BookSums, balanceOf } from '../../domain/escrow-books.ts'
import { toMoney } from '../../domain/money.ts'
import { lateShareJobsMin } from '../../domain/verifier-figures.ts'
import type { Books } from '../../usecases/books/read-books.ts'
import { web } from '../web.ts'

export function toTransparencyReply({ closed, days, payments, newestSeal }: Books) {
  const { jobs, median, p95, late } = payments
  return {
    books: closed ? toBooks(closed) : null,
    verdict_to_payment_seconds: { jobs, median, p95, late_share: jobs < lateShareJobsMin ? null : late / jobs },
    audit: newestSeal ? toCheckpoint(newestSeal) : null,
    days: days.map((day) => ({ day: day.day, ...toSums(day), ...toCounts(day) })),
  }
}

function toCheckpoint({ sequence, seal, sealedAt }: NonNullable<Books['newestSeal']>) {
  const { chain, auditKey } = web().services
  const source = { chain_id: chain.chainId, escrow: chain.escrow }
  const signature = auditKey.sign(source, { sequence, seal, lines_sha256: null, is_last: false })
  return { public_key: auditKey.publicKey, sequence, seal, sealed_at: sealedAt.toISOString(), signature }
}

function toBooks(closed: NonNullable<Books['closed']>) {
  const { chain } = web().services
  const { held, owed, balance } = balanceOf(closed)
  const { created, settled, cancelled, refunded, lapsed } = closed
  return {
    escrow: chain.escrow,
    chain_id: chain.chainId,
    through_block: closed.throughBlock.toString(),
    counted_at: closed.countedAt.toISOString(),
    balance: {
      by_events: toMoney(balance),
      on_chain: toMoney(closed.balance),
      held: toMoney(held),
      owed: toMoney(owed),
      missing: toMoney(above(balance, closed.balance)),
      unclaimed: toMoney(above(closed.balance, balance)),
    },
    totals: toSums(closed),
    jobs: { ...toCounts(closed), open: created - settled - cancelled - refunded - lapsed },
  }
}

function toSums({ funded, rewards, fees, returned }: BookSums) {
  return {
    funded: toMoney(funded),
    rewards: toMoney(rewards),
    verifier_fees: toMoney(fees),
    returned: toMoney(returned),
  }
}

function toCounts({ created, settled, rejected, cancelled, refunded, lapsed }: BookSums) {
  return { created, settled, rejected, cancelled, refunded, lapsed }
}

const above = (a: bigint, b: bigint) => (a > b ? a - b : 0n)
