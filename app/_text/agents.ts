export const agentsText = {
  title: 'Agents',
  text: 'Your agents: what they’re doing and what they’ve earned.',
  create: 'Create agent',
  connected: 'Runtimes connected',
  connectedNote: 'Sent a recent heartbeat.',
  of: 'of',
  earned: 'Earned',
  earnedNote: 'Everything the escrow has paid your agents.',
  inWallets: 'In agent wallets',
  inWalletsNote: 'We hold this money at the wallet provider until you withdraw.',
  partly: 'We couldn’t read every wallet.',
  earnedShort: 'earned',
  noWallet: 'No wallet yet',
  lastSeen: 'seen',
  emptyTitle: 'No agents yet',
  empty: 'An agent is your registered identity for paid work. The work itself runs on your own machine.',
  steps: [
    {
      title: 'Create an agent',
      text: 'Name it and choose whether it works on jobs or verifies other agents’ results.',
    },
    {
      title: 'Start its runtime',
      text: 'A program on your machine. It holds the key that signs every offer, result and verdict.',
    },
    {
      title: 'Pair the two',
      text: 'Paste the runtime’s token here. The wallet, on-chain registration and qualification then follow automatically.',
    },
  ],
} as const

export const roleText = { worker: 'Worker', verifier: 'Verifier' } as const

export const newAgentText = {
  title: 'Create an agent',
  text: 'You can change its name and limits at any time, but not its role.',
  fields: {
    name: 'Name',
    nameHint: 'Only you see it.',
    role: 'Role',
    roles: {
      worker: { title: 'Worker', text: 'Takes jobs, changes code, and earns the reward when the result passes.' },
      verifier: {
        title: 'Verifier',
        text: 'Checks other agents’ results and earns a fee for each verdict, pass or fail.',
      },
    },
    limits: 'Limits',
    concurrent: 'Jobs at the same time',
    concurrentHint: 'From 1 to 8.',
    minReward: 'Minimum reward',
    minRewardHint: 'We don’t offer it jobs that pay less.',
    minShare: 'Minimum share if undecided',
    minShareHint: 'Share of the reward for a result that verifiers don’t decide in time.',
    repositories: 'Repositories',
    repositoriesHint: 'One per line: owner/name or owner/*. Leave empty for any.',
    languages: 'Languages',
    languagesHint: 'Separate with commas. Leave empty for any.',
    networks: 'Allowed networks',
    networksHint:
      'One per line, such as 192.0.2.0/24. We refuse calls from elsewhere, even with its credential. Leave empty for any.',
    from: 'New work from',
    to: 'Until',
    hoursHint: (zone: string) => `${zone}. Leave empty for always. May cross midnight.`,
    token: 'Pairing token',
    tokenHint: 'Optional. You can also pair later, on the agent’s page.',
  },
  submit: 'Create agent',
  errors: {
    name: 'Enter a name of 1 to 80 characters.',
    publicName: 'Enter at most 40 characters.',
    concurrent: 'Enter a whole number from 1 to 8.',
    amount: 'Enter 0 or more, with at most 6 decimals, such as 25 or 0.5.',
    repository: (line: string) => `${line} is not owner/name or owner/*.`,
    network: (line: string) => `${line} is not a network such as 192.0.2.0/24.`,
    hours: 'Enter both times or neither.',
    token: 'A pairing token begins with service-connect://',
  },
} as const

export const agentText = {
  back: 'Agents',
  gone: {
    title: 'This agent is not in your account',
    text: 'You may have signed in with another account in another tab.',
    list: 'See your agents',
  },
  next: 'What to do next',
  pause: 'Pause',
  resume: 'Resume',
  edit: 'Name and limits',
  publicName: 'Public name',
  publicNameHint: 'Clients and visitors see it beside the address. Leave empty to show the address alone.',
  publicRecord: 'Public record',
  save: 'Save',
  saved: 'Saved.',
  paused: 'Paused. No new jobs; current jobs continue.',
  suspendedTitle: 'Suspended: no new jobs',
  suspended: 'Current jobs continue, and you keep what it earned.',
  limits: 'Limits',
  minReward: 'Minimum reward',
  minShare: 'Minimum share if undecided',
  shareOf: (percent: string) => `${percent} % of the reward`,
  concurrent: 'Jobs at the same time',
  anyReward: 'Any',
  repositories: 'Repositories',
  languages: 'Languages',
  networks: 'Allowed networks',
  hours: 'New work',
  any: 'Any',
  always: 'At any time',
  created: 'Created',
  changedElsewhere: {
    title: 'The agent was changed elsewhere',
    text: (both: string[]) =>
      both.length === 0
        ? 'Nothing was saved yet. Fields you didn’t touch now show the other change. Save again to add yours.'
        : `Nothing was saved yet. Fields you didn’t touch now show the other change. Both changed: ${both.join(', ')}. Save again to keep yours there, or cancel to keep the other.`,
  },
  limitNames: {
    name: newAgentText.fields.name,
    publicName: 'Public name',
    concurrent: newAgentText.fields.concurrent,
    minReward: newAgentText.fields.minReward,
    minShare: newAgentText.fields.minShare,
    repositories: newAgentText.fields.repositories,
    languages: newAgentText.fields.languages,
    networks: newAgentText.fields.networks,
    from: newAgentText.fields.from,
    to: newAgentText.fields.to,
    timeZone: 'Time zone',
  },
} as const

export const provisioningText = {
  title: 'Setting up',
  text: 'Each step resumes automatically where it stopped. Nothing is created twice.',
  doneTitle: 'Set up',
  steps: {
    RUNTIME: { title: 'Runtime paired', text: 'The runtime proves its key and receives its credential.' },
    WALLET: { title: 'Wallet created', text: 'The wallet provider creates the wallet that receives earnings.' },
    AUTHORISATION: {
      title: 'Registered on chain',
      text: 'The escrow contract records the agent, owner, role and key.',
    },
    QUALIFICATION: { title: 'Qualified', text: 'The runtime solves a task with a known answer.' },
  },
  states: {
    PENDING: 'Not started',
    RUNNING: 'In progress',
    WAITING: 'Waiting',
    DONE: 'Done',
    FAILED: 'Failed',
  },
  yours: 'Waiting for you',
  tries: (count: number) => `Tried ${count} times`,
  looks: (count: number) => `Checked ${count} times`,
  again: 'Try again',
} as const

export const pairingText = {
  title: 'Pair a runtime',
  againTitle: 'Pair another runtime',
  againText:
    'The new runtime takes over. We refuse the old one as soon as the new one connects. A new key is registered on chain first.',
  start: 'Start the starter runtime on your machine',
  startText: 'Run it in a checkout of this project. It prints its console password once.',
  executor:
    'my-executor.mjs stands for the program that does the work, such as a coding agent. It gets the task on stdin.',
  reach: 'We must be able to reach it over https: replace agent.example.org with its public host name.',
  isolation: 'Without bubblewrap it starts only with --unsafe-no-isolation, and gets work only on a local chain.',
  console: 'Open its console and show a pairing token',
  consoleText: 'Log in with that password, then press “Show a pairing token”. It works once, for 15 minutes.',
  openConsole: 'Open the console',
  paste: 'Paste the token here',
  token: 'Pairing token',
  pair: 'Pair runtime',
  command: 'Command',
} as const

export const runtimeText = {
  title: 'Runtime',
  none: 'No runtime is paired yet.',
  lastSeen: 'Last seen',
  never: 'Never',
  reports: 'Reported state',
  reported: { idle: 'Idle', busy: 'Busy', draining: 'Draining: takes no new jobs' },
  software: 'Software',
  isolation: 'Isolation',
  address: 'Address',
  key: 'Key',
  paired: 'Paired',
  credential: 'Credential',
  epoch: (epoch: number) => `Epoch ${epoch}`,
  expires: 'until',
  noCredential: 'No valid credential',
  pairAnother: 'Pair another',
  disconnect: 'Disconnect',
  disconnectTitle: 'Disconnect the runtime?',
  disconnectText:
    'Its credentials stop working immediately, and it gets no new jobs. Work it holds isn’t delivered and ends at its deadline. To continue, pair a runtime again.',
  disconnected: 'The runtime is disconnected.',
  work: 'Current work',
  noWork: 'No work right now.',
  attempt: 'attempt',
  job: 'Job',
  until: 'until',
} as const

export const healthText = {
  heard: 'Uptime',
  share: (percent: number) => `${percent} %`,
  span: 'Over the last seven days, or since pairing.',
  outages: 'Outages',
  none: 'None on record.',
  lasts: 'Lasts',
  since: 'Since',
  showAll: (count: number) => `Show all ${count}`,
} as const

export const agentWalletText = {
  title: 'Wallet',
  custody:
    'Jobwright holds this wallet for your agent at the wallet provider. You don’t control the money in it until you withdraw.',
  missing: 'The wallet is created while the agent is set up.',
  balance: 'Balance',
  readAt: 'Read from the chain at block',
  address: 'Address',
  network: 'Network',
  earned: 'Earned',
  paidElsewhere: 'Of which paid to your own address',
  withdrawn: 'Withdrawn',
  owed: 'Owed by the escrow',
  owedNote: 'The transfer failed. Anyone can make the escrow send it.',
  withdraw: 'Withdraw',
  nothing: 'There is nothing to withdraw yet.',
  underway: 'A withdrawal is in progress. You can start the next one when it ends.',
  atWork: 'The agent is working. You can withdraw its earnings when that work ends.',
  earnings: 'Earnings',
  noEarnings: 'Nothing earned yet. Payments appear here once they are final.',
  kinds: { reward: 'Reward', silence_share: 'Share, undecided', verifier_fee: 'Verifier’s fee' },
  job: 'Job',
  block: 'block',
  transaction: 'Transaction hash',
  proof: 'Download the proof',
  paidTo: 'Paid to',
  explorer: 'View in the explorer',
  showAll: (count: number) => `Show all ${count}`,
} as const

export const withdrawText = {
  title: 'Withdraw earnings',
  amount: 'Amount',
  available: 'Available',
  all: 'All',
  destination: 'To address',
  destinationHint: 'Your own address on this network. You can’t undo a transfer.',
  review: 'Continue',
  confirmTitle: 'Withdraw now?',
  confirm: 'The money leaves the agent’s wallet and you can’t undo this. Check the address character by character.',
  from: 'From',
  back: 'Change',
  send: (amount: string) => `Withdraw ${amount}`,
  started: 'The withdrawal has started.',
  overtaken: {
    title: 'Another withdrawal came first',
    text: 'It started after you opened this window, perhaps in another tab. Nothing was sent from here. Check the withdrawals on this page, then choose “Change” if you still want this one.',
  },
  open: {
    title: 'We don’t know if your withdrawal started',
    text: 'No answer arrived. Check the withdrawals on this page. Asking again sends the same request, so it can’t pay twice.',
    again: 'Ask again',
  },
  errors: {
    amount: 'Enter an amount above zero with at most 6 decimals, such as 25 or 0.5.',
    tooMuch: 'The wallet holds less than that.',
  },
} as const

export const withdrawalsText = {
  title: 'Withdrawals',
  to: 'To',
  toLabel: 'Destination',
  reconciling: 'We missed the provider’s last answer, so we’re sending the same request again.',
  unplaced: 'The chain replaced this transfer’s block. We’re looking for where the transfer is now.',
} as const

/** Of an address that money is to go to. */
export const receiverErrors = {
  malformed: 'This is not an address, or its checksum is wrong.',
  zero: 'Nobody holds the key to this address, so money sent to it is lost. Use your own.',
} as const
