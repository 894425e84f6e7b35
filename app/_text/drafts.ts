export const draftsText = {
  title: 'Drafts',
  text: 'Jobs in preparation. Nothing here costs money until you fund it.',
  toRepositories: 'Choose an issue',
  groupsLabel: 'Drafts by funding',
  search: 'Search title, repository, #12',
  noMatch: { title: 'No draft matches', text: 'Change the search or choose another tab.' },
  groups: { unfunded: 'In preparation', funded: 'Funded' },
  empty: {
    unfunded: {
      title: 'No drafts in preparation',
      text: 'Open a repository, choose an issue, and create a draft from it.',
    },
    funded: { title: 'No funded drafts yet', text: 'A draft moves here once its funding is confirmed on chain.' },
  },
  columns: { issue: 'Issue', reward: 'Reward', state: 'State', changed: 'Changed' },
  stages: { fund: 'Ready to fund', review: 'Needs review', edit: 'Needs changes' },
  select: (title: string) => `Select ${title}`,
  selectAll: 'Select all',
  selected: (count: number) => `${count} selected`,
  duplicate: 'Duplicate',
  duplicateOf: (title: string) => `Duplicate ${title}`,
  deletion: {
    label: (count: number) => (count === 0 ? 'Delete' : `Delete ${count} ${count === 1 ? 'draft' : 'drafts'}`),
    title: (count: number) => (count === 1 ? 'Delete this draft?' : `Delete these ${count} drafts?`),
    text: 'The issues stay as they are. A draft with a payment in progress isn’t deleted.',
    confirm: 'Delete',
    refused: (count: number) => (count === 1 ? '1 draft was not deleted' : `${count} drafts were not deleted`),
  },
  undoDeletion: (count: number) => ({
    done: count === 1 ? 'The draft is deleted.' : `${count} drafts are deleted.`,
    undo: 'Undo',
    undone: count === 1 ? 'The draft is back. Review it again.' : `${count} drafts are back. Review them again.`,
    failed: 'Not everything could be brought back. Another draft of the issue may have taken its place.',
  }),
} as const

export const draftText = {
  back: 'Drafts',
  frozen:
    'The terms were frozen in another tab before you saved this text, so it isn’t part of them. Copy what you want to keep.',
  gone: {
    title: 'This draft no longer exists',
    text: 'It was deleted, perhaps in another tab. Nothing was spent.',
    list: 'See your drafts',
    kept: 'You hadn’t saved this text. Copy what you want to keep.',
    keptLabel: 'Unsaved text',
    keptName: 'what you typed',
  },
  issue: 'Issue',
  warnings: 'Read this issue carefully',
  delete: 'Delete draft',
  deleteTitle: 'Delete this draft?',
  deleteText: 'The issue itself stays as it is. Terms you already froze for funding stay in your history.',
  version: 'Version',
  save: 'Save',
  discard: 'Discard',
  unsaved: 'You have unsaved changes.',
  saved: 'Draft saved.',
  task: 'Task',
  checks: 'Verification',
  checksText:
    'Verifiers run these commands in clean checkouts of the base and the result. They decide whether the worker is paid.',
  checksLimit:
    'Tests usually share a process with the code they test. Code written to cheat a known test can always find a way.',
  reports: {
    report: 'Test report',
    choices: {
      auto: 'Chooses the report from the command',
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
    fromBase: 'expects every test from the base',
    named: (count: number) => (count === 1 ? 'expects 1 named test' : `expects ${count} named tests`),
    listed: 'Also expected, from your acceptance files',
    more: (count: number) => `and ${count} more`,
  },
  acceptance: {
    title: 'Acceptance files',
    text: 'Your own files, such as a new test. Verifiers add these files to both versions before running the commands; a result can’t change them.',
    file: 'Acceptance file',
    path: 'Path',
    pathExample: 'test/new-behaviour.test.js',
    content: 'Content',
    noText: 'This file isn’t text, so you can’t edit it here. It stays as it is.',
    sealed: 'Seal this file until the job ends',
    sealedHint:
      'Workers can’t see it, so they can’t write code just to pass it. Verifiers get it with a result. Tests share a process with the code they test, so code that inspects them can still cheat.',
    sealedState: '(sealed until the job ends)',
    evidence: 'Show workers why a result failed before the job ends',
    evidenceHint:
      'Reasons, exit codes and output digests can reveal what a sealed test checks. Leave it off to show verdicts only.',
    add: 'Add a file',
    remove: 'Remove file',
  },
  publication: {
    title: 'Publication',
    text: 'A settled result goes into your repository as a branch with a draft pull request.',
    automatic: 'Publish automatically after settlement',
    warningTitle: 'Nobody reviews it first',
    warning:
      'We push the branch as soon as the job settles. The repository’s CI then runs the result with its secrets, before anyone has read it. This needs your push access.',
    ways: { on_request: 'When you ask for it', automatic: 'Automatically after settlement' },
  },
  terms: 'Reward and deadlines',
  fields: {
    title: 'Title',
    instructions: 'Instructions',
    instructionsHint:
      'Markdown. What you ask the agent to do. In a public repository, anyone can read it once the job is funded.',
    preview: 'Preview',
    hidePreview: 'Hide the preview',
    criteria: 'Acceptance criteria',
    criteriaHint: 'One per line.',
    baseBranch: 'Base branch',
    branchHints: {
      usual: 'Clear the field to see the branches of the repository.',
      incomplete: 'The repository has more than 100 branches. The list shows the first ones; you can type any other.',
      unknown: 'The repository has no branch of this name. A review will refuse it.',
    },
    command: 'Command',
    commandName: 'Name',
    expect: 'Must',
    expectations: { fails_then_passes: 'fail before, pass after', passes: 'pass after' },
    addCommand: 'Add a command',
    removeCommand: 'Remove command',
    protectedPaths: 'Protected paths',
    protectedHint:
      'Files that decide whether a result passes. A result that changes them is refused. One per line; * matches part of a name, ** any folders.',
    reward: 'Reward',
    rewardHint: 'Paid to the worker when the job settles.',
    usualReward: 'The median of settled jobs is',
    verifierFee: 'Fee per verifier',
    verifierFeeHint: 'Paid for each verdict on chain, pass or fail.',
    verifiers: 'Verifiers',
    quorum: 'Quorum',
    quorumHint: 'Passes needed; more than half.',
    maxAttempts: 'Attempts',
    maxAttemptsHint: 'How many results verifiers may judge.',
    silenceShare: 'Share if undecided',
    silenceShareOf: (percent: string) => `${percent} % of the reward`,
    sharesFailures: 'Failed attempts',
    sharesFailuresAs: 'Shared with the next worker',
    open: 'Open for',
    openHint: 'How long the job waits for a worker.',
    work: 'Time to work',
    verification: 'Time to verify',
    unit: 'Unit',
  },
  units: { 1: 'seconds', 60: 'minutes', 3600: 'hours', 86400: 'days' },
  amountError: 'Enter 0 or more, with at most 6 decimals, such as 25 or 0.5',
  amountTooLarge: (most: string) => `At most ${most}`,
  rewardError: 'Enter more than 0, with at most 6 decimals, such as 25 or 0.5',
  countError: (most: number) => `Enter a whole number from 1 to ${most}`,
  durationError: 'Enter a number above 0',
  commandError: 'Enter both a name and a command',
  quoteError: 'A quote is never closed',
  operatorError: (word: string) =>
    `No shell runs this, so ${word} would be an argument. Add a second command, or write sh -c "…".`,
  moreProblems: (count: number) => `${count} more ${count === 1 ? 'entry has an error' : 'entries have errors'}.`,
  titleError: 'Enter at least 3 characters',
  branchError: 'Enter a branch',
} as const

export const budgetText = {
  title: 'Budget',
  text: 'Funding locks this amount in the escrow. What isn’t used comes back to you.',
  reward: 'Reward',
  fees: (verifiers: number, attempts: number) =>
    `Verifier fees: ${verifiers} × ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`,
  total: 'Locked at funding',
} as const

export const reviewText = {
  title: 'Review',
  text: 'Checks the issue, access, repository, terms and wallet against their sources.',
  review: 'Review draft',
  again: 'Review again',
  unlock: 'Review again and unlock',
  unlockHint: 'The terms are frozen. A new review unlocks them for editing.',
  saveFirst: 'Save your changes first.',
  passed: 'Ready to fund. No problems found.',
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
    'One verifier from another owner sees the repository, commands and acceptance files before you fund. It takes at most two minutes and costs nothing.',
  paths: 'Files the work will touch (optional)',
  pathsHint: 'Separate with commas. The verifier tries deliberate faults there.',
  running: 'A verifier from another owner is trying the commands…',
  elapsed: (seconds: number, most: number) => `${seconds} s of at most ${most} s`,
  skip: 'Continue without it',
  repeat: 'Ask another verifier',
  first: 'What a verifier saw',
  second: 'What a second verifier saw',
  stale:
    'The commands, files or base commit have changed since a verifier tried them. Review again to repeat the trial.',
  details: 'Details',
  runs: (codes: string) => `Exit codes: ${codes}`,
  tests: ({ passed, failed, skipped, todo }: Tests) =>
    `Tests: ${passed} passed, ${failed} failed, ${skipped} skipped, ${todo} to do`,
  noTests: 'The verifier read no tests by name.',
  survivors: 'Deliberate faults that your commands missed:',
  gaps: {
    fails_on_base: 'Deliberate faults can’t test a command that fails before the work.',
    unsteady: 'Deliberate faults can’t test a command whose results vary.',
    no_source: 'The verifier found no source file for deliberate faults. Name the files the work will touch.',
    no_time: 'There was no time for deliberate faults.',
  },
} as const

export const issueChangeText = {
  title: 'The issue changed',
  text: 'What changed in the issue since you made this draft, as of the last review.',
  source: 'View the issue',
  parts: { title: 'Title', labels: 'Labels', body: 'Description' },
  leftOut: 'Long unchanged sections are hidden.',
} as const

export const fundText = {
  title: 'Funding',
  text: 'Three steps, each confirmed by the chain before the next. You can close this page at any time.',
  fundBy: 'Terms valid until',
  renewed: 'If you fund later, we review the draft again and freeze the same amounts.',
  allowance: 'Allowance on chain',
  earlierAllowance: 'An earlier approval still lets the escrow take',
  replacesAllowance: 'This approval replaces it with exactly the amount above.',
  number: 'Step',
  statuses: { blocked: 'Not yet', ready: 'Your turn', waiting: 'In progress', failed: 'Failed', done: 'Done' },
  steps: {
    approve: {
      title: 'Approve exact amount',
      text: 'Freezes the terms and lets the escrow take exactly the budget, no more.',
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
      text: 'We confirm the job on chain before showing it as funded.',
      action: '',
      done: 'The job exists and holds the money.',
    },
  },
  open: {
    frozen: 'Even if you declined this request, you can still approve it until',
    goOn: 'Continue in wallet to approve the same request now. The terms stay frozen until then; afterwards you can edit.',
  },
  again: 'Try again',
  amount: 'Amount:',
  openJob: 'Open the job',
  failed: 'The last attempt failed.',
} as const

export const snapshotText = {
  title: 'Frozen terms',
  texts: {
    offered: 'These are the exact terms to fund.',
    funded: 'These are the exact terms you funded.',
  },
  ref: 'Reference',
  task: 'Task commitment',
  policy: 'Policy commitment',
  baseCommit: 'Base commit',
  created: 'Frozen',
  openUntil: 'Open until',
} as const
