export const haltedText = {
  halted:
    'We stopped reading the chain because it contradicts what we recorded. Your money is safe in the contract. This page may be out of date until we find the cause.',
  calls: 'Open a job to see the calls that work without us.',
  runtime: 'How a runtime settles without us.',
} as const
