export const haltedText = {
  halted:
    'We stopped reading the chain because it contradicts what we recorded. Your money is safe in the contract. This page may be out of date until we have found the cause.',
  calls: 'Open a job for the calls that need nothing of ours.',
} as const
