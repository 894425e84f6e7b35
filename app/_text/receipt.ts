export const receiptText = {
  title: (id: string) => `Receipt of job ${id}`,
  description: (id: string, state: string) =>
    `Job ${id}: ${state}. What was paid, to whom and why, checked against the chain.`,
  back: 'The issue',
  printed: (address: string) => `This is a printed copy. The original receipt is at ${address}.`,
  lead: 'What was asked, who judged it and where all the money went. You can check payments, signatures and hashes against the chain. The basis of verdicts and the time to payment are statements by this service.',
  running: {
    title: 'This job has not ended',
    text: 'Its receipt appears here once the job has ended.',
  },
  reading: {
    title: 'We’re preparing the receipt',
    text: 'The job just ended, and we’re reading its transfers from the chain. Reload the page in a few seconds.',
  },
  outcomes: {
    SETTLED: 'The result passed its verifiers, and the worker was paid.',
    REJECTED: 'Every attempt was rejected. The client can take back what is left.',
    REFUNDED: 'The job ended without an accepted result, and the client got back what was left.',
    LAPSED:
      'A worker delivered a result, but the verifiers didn’t decide on it in time. The worker got the share in the terms and the client got the rest.',
    CANCELLED: 'The client cancelled the job while nobody was working on it, and got back what was left.',
  },
  lapsedUnpaid:
    'A worker delivered a result, but the verifiers didn’t decide on it in time. Under the terms the worker was paid nothing, and the client got back what was left.',
  figures: {
    reward: 'Paid to the worker',
    fees: 'Paid to verifiers',
    returned: 'Returned to the client',
    seconds: 'From verdict to payment',
    noReward: 'No result was accepted.',
    shareNote: (percent: string) =>
      `${percent} % of the reward under the terms, because the verifiers didn’t decide in time.`,
    rewardNote: 'Held by the escrow since the job was funded.',
    feesNote: (verdicts: number) => (verdicts === 1 ? 'For one verdict.' : `For ${verdicts} verdicts.`),
    returnedNote: 'What was left of the budget.',
    nothingLeft: 'Nothing was left of the budget.',
    notTakenBack: 'The client has not taken it back yet.',
    secondsNote: 'As this service measured it; the chain doesn’t prove it.',
  },
  check: {
    title: 'Check it yourself',
    text: 'The file holds every commitment, signature and payment. The checker is part of Jobwright’s source code, with a second one in Python at tools/verify/python. Both ask only a node of your choice. Make sure that the escrow in the command is the one you funded.',
    download: 'Download the proof',
    command: 'Command',
    format: 'How to write your own checker',
  },
  again: {
    title: 'Verify the result again',
    text: 'The client published this result. The file holds the task, the changed files and every verdict. The command runs the checks in isolation on your machine and compares the verdict.',
    download: 'Download the bundle',
    command: 'Command',
    pullRequest: 'View the pull request',
  },
  basis: {
    tests: (passed: number, expected: number) =>
      passed < expected
        ? `${passed} of ${expected} expected tests passed`
        : expected === 1
          ? 'The expected test passed'
          : `All ${expected} expected tests passed`,
    exit: (code: number) => `Exit code ${code}`,
    stopped: 'Stopped at a limit',
    controls: ({
      failed,
      passed,
      altered,
      noticed,
    }: {
      failed: number
      passed: number
      altered: number
      noticed: number
    }) =>
      [
        ...(failed + passed > 0 ? [`${failed} of ${failed + passed} added tests failed as they must`] : []),
        ...(altered > 0 ? [`${noticed} of ${altered} altered values noticed`] : []),
      ].join(' · '),
    codes: (base: number | null, result: number | null) =>
      `Exit code ${base ?? 'none'} before, ${result ?? 'none'} after`,
    digest: 'SHA-256 of the output',
    missing: 'Not passed',
    expected: 'Expected tests',
    environment: 'Environment',
  },
  money: {
    title: 'Transfers',
    text: 'Every token transfer this job caused, from the receipts of its transactions.',
    kinds: {
      funding: 'Funding',
      verifier_fee: 'Verifier’s fee',
      reward: 'Reward',
      silence_share: 'Share, undecided',
      returned: 'Returned',
    },
    columns: { kind: 'Transfer', to: 'To', place: 'Block and log', transaction: 'Transaction', amount: 'Amount' },
    escrow: 'Escrow',
    address: 'Address',
    transaction: 'Transaction hash',
    place: (block: string, log: number) => `${block} · ${log}`,
    deferred: (amount: string) =>
      `The escrow couldn’t send ${amount} when it was due. It owes this amount until someone collects it.`,
  },
  attempts: {
    title: 'Attempts',
    none: 'Nobody worked on this job.',
    attempt: (number: number) => `Attempt ${number}`,
    worker: 'Worker',
    result: 'Result commitment',
    tree: 'Git tree',
    noResult: 'Given back without a result',
    draws: { PANEL: 'Verifiers drawn', ALTERNATES: 'Alternates drawn' },
    drawn: (candidates: number, passedOver: readonly string[]) =>
      `From ${candidates === 1 ? '1 registered verifier' : `${candidates} registered verifiers`}, ${passedOver.length > 0 ? `passing over ${passedOver.join(', ')}` : 'nobody passed over'}.`,
    seed: 'Seed',
    named: 'Named:',
    verdict: (seat: number) => `Verifier ${seat}`,
    evidence: 'Hash of the evidence',
    noVerdicts: 'No verdict is on chain.',
  },
  terms: {
    title: 'On-chain details',
    chain: 'Chain',
    escrow: 'Escrow contract',
    token: 'Token contract',
    client: 'Client wallet',
    silenceShare: 'Share if undecided',
    silenceShareOf: (percent: string) => `${percent} % of the reward to the worker`,
    task: 'Task commitment',
    policy: 'Policy commitment',
  },
  badge: {
    title: 'Badge',
    text: 'For a README or an issue. It shows how the job ended and links here.',
    label: 'Markdown',
    alt: (id: string) => `Job ${id} on Jobwright`,
    unknown: 'unknown job',
    running: 'under way',
  },
}
