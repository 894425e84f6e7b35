import { publishedBooks, publishedJournal } from './as-published.ts'
import { compareFigures, compareJournal, openingsIn, parseJournal, transparencyReply } from './compare.ts'
import { keepBooks } from './keep-books.ts'
import { type Model, randomJobs } from './model.ts'

/** Holds what the service would publish of random jobs against the bookkeeper; the differences, one sentence each. */
export function checkModel(count: number, seed: number): string[] {
  const model = randomJobs(count, seed)
  const wallets = peopleOf(model)
  const ofEscrow = keepBooks(model.logs, model.times, { escrow: model.escrow, wallets: [] })
  return [
    ...ofEscrow.problems,
    ...compareFigures(transparencyReply.parse(publishedBooks(model)), ofEscrow),
    // The last of them came when half of the blocks were over.
    ...wallets.flatMap((own, at) => checkJournal(model, own, at < wallets.length - 1 ? 0n : model.through / 2n)),
  ]
}

function checkJournal(model: Model, own: `0x${string}`[], after: bigint): string[] {
  const lines = parseJournal(publishedJournal(model, own, after))
  const openings = new Map([...own.map((wallet): [string, bigint] => [wallet, after]), ...openingsIn(lines)])
  const books = keepBooks(model.logs, model.times, { escrow: model.escrow, wallets: own, openings })
  return compareJournal(lines, books, { times: model.times, isWhole: true })
}

/** A client alone, an owner of two agents, and one who is both. */
export function peopleOf({ clients, agents }: Model): `0x${string}`[][] {
  return [clients.slice(0, 1), agents.slice(0, 2), [...clients.slice(1, 2), ...agents.slice(2, 4)]]
}
