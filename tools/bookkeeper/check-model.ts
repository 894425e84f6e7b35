import { publishedBooks, publishedJournal } from './as-published.ts'
import { compareFigures, compareJournal, parseJournal, transparencyReply } from './compare.ts'
import { keepBooks } from './keep-books.ts'
import { type Model, randomJobs } from './model.ts'

/** Holds what the service would publish of random jobs against the bookkeeper; the differences, one sentence each. */
export function checkModel(count: number, seed: number): string[] {
  const model = randomJobs(count, seed)
  const wallets = peopleOf(model)
  const ofEscrow = keepBooks(model.logs, model.days, { escrow: model.escrow, wallets: [] })
  return [
    ...ofEscrow.problems,
    ...compareFigures(transparencyReply.parse(publishedBooks(model)), ofEscrow),
    ...wallets.flatMap((own) => {
      const { rows } = keepBooks(model.logs, model.days, { escrow: model.escrow, wallets: own })
      return compareJournal(parseJournal(publishedJournal(model, own)), rows)
    }),
  ]
}

/** A client alone, an owner of two agents, and one who is both. */
export function peopleOf({ clients, agents }: Model): `0x${string}`[][] {
  return [clients.slice(0, 1), agents.slice(0, 2), [...clients.slice(1, 2), ...agents.slice(2, 4)]]
}
