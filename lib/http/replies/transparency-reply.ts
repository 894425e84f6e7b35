import { transparency } from '../../api/transparency.ts'
import { balanceOf } from '../../domain/escrow-books.ts'
import { lateShareJobsMin } from '../../domain/verifier-figures.ts'
import type { Books } from '../../usecases/books/read-books.ts'
import { toWire } from '../to-wire.ts'
import { web } from '../web.ts'

export function toTransparencyReply({ closed, days, payments, market, newestSeal }: Books) {
  const { jobs, median, p95, late } = payments
  return toWire(transparency, {
    books: closed ? describeBooks(closed) : null,
    verdictToPaymentSeconds: { jobs, median, p95, lateShare: jobs < lateShareJobsMin ? null : late / jobs },
    market: {
      ...market,
      fundingToPaymentSeconds: { median: market.median, p95: market.p95 },
    },
    audit: newestSeal ? describeCheckpoint(newestSeal) : null,
    days: days.map((day) => ({ ...day, verifierFees: day.fees })),
  })
}

function describeCheckpoint({ sequence, seal, sealedAt }: NonNullable<Books['newestSeal']>) {
  const { chain, auditKey } = web().services
  const source = { chain_id: chain.chainId, escrow: chain.escrow }
  const signature = auditKey.sign(source, { sequence, seal, lines_sha256: null, is_last: false })
  return { publicKey: auditKey.publicKey, sequence, seal, sealedAt, signature }
}

function describeBooks(closed: NonNullable<Books['closed']>) {
  const { escrow, chainId } = web().services.chain
  const { held, owed, balance } = balanceOf(closed)
  const { created, settled, cancelled, refunded, lapsed } = closed
  return {
    ...closed,
    escrow,
    chainId,
    balance: {
      byEvents: balance,
      onChain: closed.balance,
      held,
      owed,
      missing: above(balance, closed.balance),
      unclaimed: above(closed.balance, balance),
    },
    totals: { ...closed, verifierFees: closed.fees },
    jobs: { ...closed, open: created - settled - cancelled - refunded - lapsed },
  }
}

const above = (a: bigint, b: bigint) => (a > b ? a - b : 0n)
