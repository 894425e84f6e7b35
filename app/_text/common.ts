export const commonText = {
  name: 'Jobwright',
  tagline: 'Fund an issue. Pay for what is proven.',
  skip: 'Skip to content',
  copy: 'Copy',
  copied: 'Copied',
  loadMore: 'Load more',
  loading: 'Loading…',
  cancel: 'Cancel',
  close: 'Close',
  retry: 'Try again',
  none: 'None',
  percentError: 'From 0 to 100, with at most two decimals',
  theme: { light: 'Switch to light colours', dark: 'Switch to dark colours' },
  notFound: {
    title: 'There is nothing here',
    text: 'The address may be mistyped, or what it named is not yours to see.',
    home: 'Go to the start page',
  },
  sessionEnded: {
    title: 'Your session has ended',
    text: 'You signed out, or the session was ended elsewhere. Sign in again to come back to this page.',
  },
  crash: {
    title: 'This page could not be shown',
    text: 'Nothing was changed by this. Try again; if it stays, the service may be down for a moment.',
  },
  problem: {
    code: 'Code',
    request: 'Request',
    quote: 'If it stays, quote this request; it leads to what happened.',
    unreachableTitle: 'The service could not be reached',
    unreachable: 'Check the connection. Nothing is known to have been changed; trying again is safe.',
    closedTitle: 'You closed the approval',
    closed: 'Nothing was approved. You can open it again whenever you like.',
    walletTitle: 'The wallet did not go along',
    signInAgain: 'Sign in again',
  },
  ago: { now: 'just now', seconds: 's ago', minutes: 'min ago', hours: 'h ago' },
  units: { days: 'd', hours: 'h', minutes: 'min', seconds: 's' },
  left: {
    in: (duration: string) => `in ${duration}`,
    remaining: (duration: string) => `${duration} left`,
    soon: 'in less than a minute',
    over: 'time is over',
  },
  who: {
    client: 'You',
    agent_owner: 'The agent’s owner',
    anyone: 'Anyone',
    service: 'Jobwright',
    wallet_provider: 'The wallet provider',
    chain: 'The chain',
    repository_host: 'The repository host',
  },
  whoWithin: {
    client: 'you',
    wallet_provider: 'the wallet provider',
    chain: 'the chain',
    service: 'Jobwright',
  },
} as const

export const failedAttemptText = {
  title: 'Results that did not pass',
  attempt: (job: string, attempt: number) => `Job ${job}, attempt ${attempt}:`,
  outcomes: { rejected: 'rejected', undecided: 'undecided' },
  command: (name: string) => `Command “${name}” failed.`,
  missing: (names: readonly string[], count: number) =>
    `Not passed: ${names.join(', ')}${count > names.length ? ` and ${count - names.length} more` : ''}.`,
  cost: (amount: string) => `Verifiers were paid ${amount}.`,
  unpaid: 'This result was not paid.',
  left: (held: string, attempts: number | null) => {
    if (attempts === null || attempts === 0) return `${held} is still held.`
    return `${held} is still held, with ${attempts === 1 ? '1 attempt' : `${attempts} attempts`} left.`
  },
  next: 'Next',
  noVerdicts: 'No verifier answered in time.',
  hidden: 'The job has sealed tests, so its reasons are shown when the job ends.',
  verifier: 'Verifier',
  moments: { base: 'on the base', result: 'on the result', rerun: 'run again' },
  exit: (code: number | null) => (code === null ? 'stopped at a limit' : `exit code ${code}`),
  output: 'output digest',
} as const
