export const commonText = {
  name: 'Jobwright',
  tagline: 'Fund an issue. Pay for what is proven.',
  skip: 'Skip to content',
  copy: 'Copy',
  copied: 'Copied',
  loadMore: 'Load more',
  loading: 'Loading…',
  cancel: 'Cancel',
  discardTyped: 'What you typed isn’t saved. Press Escape again to discard it.',
  close: 'Close',
  retry: 'Try again',
  none: 'None',
  percentError: 'From 0 to 100, with at most two decimals',
  theme: { light: 'Switch to light colours', dark: 'Switch to dark colours' },
  notFound: {
    title: 'There is nothing here',
    text: 'The address may be mistyped, or you may not have access.',
    home: 'Go to the start page',
  },
  sessionEnded: {
    title: 'Your session has ended',
    text: 'You signed out, or the session was ended elsewhere. Sign in again to come back to this page.',
    action: 'Sign in again',
  },
  typedKept: 'This browser tab keeps what you typed.',
  signedInAgain: {
    title: 'You are signed in again',
    text: 'This page’s session has ended, and you signed in again in another tab.',
    action: 'Continue here',
  },
  anotherAccount: {
    title: 'This browser is signed in with another account',
    text: 'You switched accounts in another tab. This page belonged to the previous account.',
    action: 'Go to its workspace',
  },
  crash: {
    title: 'We couldn’t show this page',
    text: 'Nothing was changed. Try again. If it still fails, the service may be down: come back in a few minutes.',
    trying: 'Nothing was changed. The service is busy right now. This page retries automatically.',
  },
  problem: {
    code: 'Code',
    request: 'Request ID',
    quote: 'If it keeps failing, tell the operator and quote this request ID.',
    unreachableTitle: 'We couldn’t reach the service',
    unreachable:
      'Check your connection and try again. If we received a change before the connection failed, trying again doesn’t make it twice.',
    closedTitle: 'You closed the approval',
    closed: 'Nothing was approved. You can open it again whenever you like.',
    walletTitle: 'The wallet didn’t complete the request',
    signInAgain: 'Sign in again',
    signInFirst: 'This needs a sign-in within the last ten minutes. Sign in again; you return here afterwards.',
  },
  ago: { now: 'just now', seconds: 's ago', minutes: 'min ago', hours: 'h ago' },
  units: { days: 'd', hours: 'h', minutes: 'min', seconds: 's' },
  left: {
    in: (duration: string) => `in ${duration}`,
    remaining: (duration: string) => `${duration} left`,
    soon: 'in less than a minute',
    over: 'time is up',
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

export const conflictText = {
  draftTitle: 'This draft was changed elsewhere',
  agentTitle: 'This agent was changed elsewhere',
  text: 'Both versions changed these fields. Choose which value to save. Everything else you typed is kept.',
  mine: 'Yours',
  theirs: 'Newer version',
  empty: '(empty)',
  save: 'Save these choices',
  back: 'Back to editing',
  elsewhere: (fields: readonly string[]) => `Also changed elsewhere: ${fields.join(', ')}.`,
} as const

export const failedAttemptText = {
  title: 'Results that did not pass',
  attempt: (job: string, attempt: number) => `Job ${job}, attempt ${attempt}:`,
  outcomes: { rejected: 'rejected', undecided: 'undecided' },
  command: (name: string) => `Command “${name}” failed.`,
  missing: (names: readonly string[], count: number) =>
    `Not passed: ${names.join(', ')}${count > names.length ? ` and ${count - names.length} more` : ''}.`,
  cost: (amount: string) => `Verifiers were paid ${amount}.`,
  unpaid: 'The worker wasn’t paid for this result.',
  left: (held: string, attempts: number | null) => {
    if (attempts === null || attempts === 0) return `${held} is still held.`
    return `${held} is still held, with ${attempts === 1 ? '1 attempt' : `${attempts} attempts`} left.`
  },
  next: 'Next',
  noVerdicts: 'No verifier gave a verdict.',
  hidden: 'The job has sealed tests, so we show the reasons when it ends.',
  verifier: 'Verifier',
  moments: { base: 'on the base', result: 'on the result', rerun: 'run again' },
  exit: (code: number | null) => (code === null ? 'stopped at a limit' : `exit code ${code}`),
  output: 'output digest',
} as const
