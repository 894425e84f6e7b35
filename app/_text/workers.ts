import { shorten } from '../_shorten.ts'

export const workerText = {
  title: (address: string) => `Worker ${shorten(address)}`,
  description: 'What the escrow says about this worker: results, acceptance and payments.',
  address: 'Wallet address',
  qualified: 'Qualified',
  named: 'Its owner chose the name. Only the address identifies the worker.',
  unnamed: 'Its owner has not given it a public name.',
  record: 'Record',
  work: 'Latest results',
  noWork: 'No judged results in public repositories yet.',
} as const
