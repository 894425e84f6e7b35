export const draftsText = {
  title: 'Drafts',
  text: 'Jobs in preparation. Nothing here costs money until you fund it.',
  emptyTitle: 'No drafts yet',
  empty: 'Open a repository, choose an issue, and create a draft from it.',
  toRepositories: 'Choose an issue',
  updated: 'Updated',
  budget: 'Budget',
} as const

export const draftText = {
  back: 'Drafts',
  gone: {
    title: 'This draft no longer exists',
    text: 'It was deleted, perhaps in another tab. Nothing was spent.',
    list: 'See your drafts',
  },
  issue: 'Issue',
  warnings: 'Read this issue twice',
  delete: 'Delete draft',
  deleteTitle: 'Delete this draft?',
  deleteText: 'The issue itself is not touched. What was already offered for funding is kept in your history.',
  version: 'Version',
  save: 'Save',
  discard: 'Discard',
  unsaved: 'You have unsaved changes.',
  saved: 'Draft saved.',
  task: 'Task',
  checks: 'Verification',
  checksText: 'Verifiers run these in a clean checkout of base and result. They decide whether the job is paid.',
  checksLimit:
    'Test and tested code usually share a process. Code written to cheat one known test can in the end always do so.',
  reports: {
    report: 'Test report',
    choices: {
      auto: 'Report chosen by the command',
      tap: 'Reads the TAP report',
      junit: 'Reads the JUnit report',
      'go-json': 'Reads the go test events',
      'jest-json': 'Reads the Jest JSON report',
      none: 'Reads the exit code only',
    },
    hint: 'Verifiers read which tests passed. A missing or skipped test fails the result.',
    noneHint: 'The code under test can set the exit code to 0 without passing a test.',
    expected: 'Expected tests',
    expectedHint:
      'One per line, such as “suite > test”. Leave empty to expect every test that runs on the base. When the work removes or renames a test, list those that remain.',
    fromBase: 'expects every test of the base',
    named: (count: number) => (count === 1 ? 'expects 1 named test' : `expects ${count} named tests`),
    listed: 'Also expected, from your acceptance files',
    more: (count: number) => `and ${count} more`,
  },
  acceptance: {
    title: 'Acceptance files',
    text: 'Your own files, such as a new test. Verifiers lay them over base and result before the commands run; a result cannot touch them.',
    file: 'Acceptance file',
    path: 'Path',
    pathExample: 'test/new-behaviour.test.js',
    content: 'Content',
    noText: 'This file cannot be edited as text; it is kept as it is.',
    sealed: 'Seal this file until the job ends',
    sealedHint:
      'Workers never see it, so they cannot write answers for it. Verifiers get it with a result. Test and tested code share a process, so code that inspects its test can still cheat.',
    sealedState: '(sealed; opened when the job ends)',
    evidence: 'Show workers why a result failed before the job ends',
    evidenceHint:
      'Reasons, exit codes and output digests can reveal what a sealed test asks. Leave it off to show verdicts only.',
    add: 'Add a file',
    remove: 'Remove file',
  },
  publication: {
    title: 'Publication',
    text: 'How a settled result gets into your repository: as a branch with a draft pull request.',
    automatic: 'Publish automatically after settlement',
    warningTitle: 'Nobody looks first',
    warning:
      'The branch is pushed as soon as the job settles. CI of the repository then runs the result with its secrets, before anybody has read it. It needs your right to push.',
    ways: { on_request: 'When you ask for it', automatic: 'Automatically after settlement' },
  },
  terms: 'Reward and windows',
  fields: {
    title: 'Title',
    instructions: 'Instructions',
    instructionsHint:
      'Markdown. What the agent is asked to do. Anybody can read it once a job of a public repository is funded.',
    criteria: 'Acceptance criteria',
    criteriaHint: 'One per line.',
    baseBranch: 'Base branch',
    command: 'Command',
    commandName: 'Name',
    expect: 'Must',
    expectations: { fails_then_passes: 'fail before, pass after', passes: 'pass after' },
    addCommand: 'Add a command',
    removeCommand: 'Remove command',
    protectedPaths: 'Protected paths',
    protectedHint:
      'What judges a result. A result that changes it is refused. One per line; * is part of a name, ** any folders.',
    reward: 'Reward',
    rewardHint: 'Paid to the worker when the job settles.',
    verifierFee: 'Fee per verifier',
    verifierFeeHint: 'Paid for each verdict on chain, pass or fail.',
    verifiers: 'Verifiers',
    quorum: 'Quorum',
    quorumHint: 'Passes needed; more than half.',
    maxAttempts: 'Attempts',
    maxAttemptsHint: 'Results that may be judged.',
    silenceShare: 'Share if undecided',
    silenceShareOf: (percent: string) => `${percent} % of the reward`,
    sharesFailures: 'Failed attempts',
    sharesFailuresAs: 'Told to the next worker',
    open: 'Open for',
    openHint: 'How long the job waits for a worker.',
    work: 'Time to work',
    verification: 'Time to verify',
    unit: 'Unit',
  },
  units: { 1: 'seconds', 60: 'minutes', 3600: 'hours', 86400: 'days' },
  amountError: 'A decimal amount with at most 6 decimals, such as 25 or 0.5',
  amountTooLarge: (most: string) => `At most ${most}`,
  rewardError: 'A reward is more than 0',
  countError: (most: number) => `A whole number from 1 to ${most}`,
  durationError: 'A whole number above 0',
  commandError: 'Name and command are both needed',
  quoteError: 'A quote is opened and never closed',
  operatorError: (word: string) =>
    `No shell runs this, so ${word} would be an argument. Add a second command, or write sh -c "…".`,
  moreProblems: (count: number) => `${count} more ${count === 1 ? 'entry is' : 'entries are'} refused.`,
  titleError: 'At least 3 characters',
} as const

export const budgetText = {
  title: 'Budget',
  text: 'What funding locks in the escrow. What is not used comes back to you.',
  reward: 'Reward',
  fees: (verifiers: number, attempts: number) =>
    `Verifier fees: ${verifiers} × ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`,
  total: 'Locked at funding',
} as const

export const reviewText = {
  title: 'Review',
  text: 'Checks issue, access, repository, terms and wallet against their sources.',
  review: 'Review draft',
  again: 'Review again',
  unlock: 'Review again and unlock',
  unlockHint: 'The terms are frozen. A new review unlocks them for editing.',
  saveFirst: 'Save your changes first.',
  passed: 'Nothing stands against funding.',
  notYet: 'Not reviewed yet.',
  reviewedAt: 'Reviewed',
  blocking: 'Blocks funding',
  warning: 'Note',
  places: { wallet: 'Open the wallet', repositories: 'Open your repositories' },
  protect: (count: number) => (count === 1 ? 'Protect this path' : `Protect these ${count} paths`),
} as const

type Tests = { passed: number; failed: number; skipped: number; todo: number }

export const probeText = {
  choice: 'Let a verifier try the commands',
  shown:
    'One verifier of another owner sees the repository, the commands and the acceptance files before you fund. It takes two minutes at most and costs nothing.',
  paths: 'Files the work will touch (optional)',
  pathsHint: 'Separated by commas. Deliberate faults are tried there.',
  running: 'A verifier of another owner is trying the commands…',
  elapsed: (seconds: number, most: number) => `${seconds} s of ${most} s at most`,
  skip: 'Go on without it',
  repeat: 'Ask another verifier',
  first: 'What a verifier saw',
  second: 'What a second verifier saw',
  stale: 'The commands, files or base commit changed since a verifier tried them. Review again to repeat it.',
  details: 'Details',
  runs: (codes: string) => `Exit codes: ${codes}`,
  tests: ({ passed, failed, skipped, todo }: Tests) =>
    `Tests: ${passed} passed, ${failed} failed, ${skipped} skipped, ${todo} to do`,
  noTests: 'Tests were not read by name.',
  survivors: 'Deliberate faults that were not noticed:',
  gaps: {
    fails_on_base: 'Deliberate faults tell nothing about a command that fails before the work.',
    unsteady: 'Deliberate faults tell nothing about a command that is not steady.',
    no_source: 'No source file was found to put deliberate faults into. Name the files the work will touch.',
    no_time: 'There was no time for deliberate faults.',
  },
} as const

export const issueChangeText = {
  title: 'The issue changed',
  text: 'How the issue at the repository host differs from what this draft was made of, as the last review found it.',
  source: 'View the issue',
  parts: { title: 'Title', labels: 'Labels', body: 'Description' },
  leftOut: 'Long stretches without a change are left out.',
} as const

export const fundText = {
  title: 'Funding',
  text: 'Three steps, each confirmed by the chain before the next. You can close this page at any time.',
  fundBy: 'Terms valid until',
  renewed: 'If you fund later, we review the draft again and freeze the same amounts.',
  allowance: 'Allowance seen on chain',
  earlierAllowance: 'An earlier approval still lets the escrow take',
  replacesAllowance: 'This approval replaces it with exactly the amount above.',
  number: 'Step',
  statuses: { blocked: 'Not yet', ready: 'Your turn', waiting: 'In progress', failed: 'Did not work', done: 'Done' },
  steps: {
    approve: {
      title: 'Approve exact amount',
      text: 'Freezes the terms and lets the escrow take exactly the budget, not more.',
      action: 'Approve in wallet',
      done: 'The escrow may take exactly the budget.',
    },
    fund: {
      title: 'Fund the job',
      text: 'Your wallet calls the escrow with the frozen terms.',
      action: 'Fund in wallet',
      done: 'The funding transaction is on chain.',
    },
    confirm: {
      title: 'Confirmed on chain',
      text: 'We check the event, the terms and the contract’s own record at finality.',
      action: '',
      done: 'The job exists and holds the money.',
    },
  },
  again: 'Try again',
  amount: 'Amount:',
  openJob: 'Open the job',
  failed: 'The last try did not work.',
} as const

export const snapshotText = {
  title: 'Frozen terms',
  texts: {
    offered: 'Exactly this is offered for funding.',
    funded: 'Exactly this was funded.',
  },
  ref: 'Reference',
  task: 'Task commitment',
  policy: 'Policy commitment',
  baseCommit: 'Base commit',
  created: 'Frozen',
  openUntil: 'Open until',
} as const
