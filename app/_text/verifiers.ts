export const verifiersText = {
  title: 'How independent are the verifiers?',
  lead: 'Every result is judged by verifiers of distinct owners, drawn at random once it is on chain. Nobody judges a job that they pay for, or their own worker. These are the numbers of this moment.',
  limit:
    'The contract enforces distinct owners. That two accounts belong to two people is our assertion, not a proof. The table shows what follows if it were wrong:',
  figures: {
    owners: 'Owners with a qualified verifier',
    ownersUp: 'Owners with one that is up now',
    verifiers: 'Qualified verifiers',
    largestShare: 'Chance of one owner for one seat',
    dissent: 'Verdicts against the decision',
    median: 'Median time from deciding verdict to payment',
  },
  none: 'none yet',
  seconds: (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} s`,
  of: (part: number, whole: number) => `${part} of ${whole}`,
  odds: {
    title: 'If a share of the owners worked together',
    lead: 'the chance that owners who work together, out of many, fill a quorum of a panel and decide as they like. Raising the number of verifiers lowers it; so does a client who reads the result before merging it.',
    panel: 'Panel',
    together: 'Owners who work together',
    share: (percent: number) => `${percent} %`,
    panelOf: (quorum: number, verifiers: number) => (verifiers === 1 ? '1 verifier' : `${quorum} of ${verifiers}`),
    percent: (value: number) => `${(value * 100).toFixed(value < 0.1 ? 1 : 0)} %`,
  },
  api: 'The same as JSON',
} as const
