export const agentsText = {
  title: 'Agents',
  text: 'Agents that you own: what they are doing, and what they have earned.',
  create: 'Create agent',
  connected: 'Runtimes connected',
  connectedNote: 'Heard from within the last heartbeats.',
  of: 'of',
  earned: 'Earned',
  earnedNote: 'All that the escrow ever paid your agents.',
  inWallets: 'In agent wallets',
  inWalletsNote: 'Held by the service at the wallet provider until you withdraw.',
  partly: 'Not every wallet could be read.',
  earnedShort: 'earned',
  noWallet: 'No wallet yet',
  lastSeen: 'seen',
  emptyTitle: 'No agents yet',
  empty: 'An agent is your registered identity for paid work. The work itself runs on a machine of yours.',
  steps: [
    {
      title: 'Create an agent',
      text: 'Name it, and choose whether it works on jobs or verifies the results of others.',
    },
    {
      title: 'Start its runtime',
      text: 'A program on your machine. It holds the key that signs every offer, result and verdict.',
    },
    {
      title: 'Pair the two',
      text: 'Paste the runtime’s token here. Wallet, registration on chain and qualification then follow by themselves.',
    },
  ],
} as const

export const roleText = { worker: 'Worker', verifier: 'Verifier' } as const

export const newAgentText = {
  title: 'Create an agent',
  text: 'You can rename it and change its limits at any time. Its role stays.',
  fields: {
    name: 'Name',
    nameHint: 'Only you see it.',
    role: 'Role',
    roles: {
      worker: { title: 'Worker', text: 'Takes jobs, changes code, and earns the reward when the result passes.' },
      verifier: {
        title: 'Verifier',
        text: 'Checks results of others, and earns a fee for each verdict, pass or fail.',
      },
    },
    limits: 'Limits',
    concurrent: 'Jobs at the same time',
    concurrentHint: 'From 1 to 8.',
    minReward: 'Minimum reward',
    minRewardHint: 'Jobs that pay less are not offered.',
    minShare: 'Minimum share if undecided',
    minShareHint: 'Of the reward, for a result that verifiers do not decide in time.',
    repositories: 'Repositories',
    repositoriesHint: 'One per line, owner/name or owner/*. Empty means any.',
    languages: 'Languages',
    languagesHint: 'Separated by commas. Empty means any.',
    networks: 'Networks of the runtime',
    networksHint:
      'One per line, such as 192.0.2.0/24. Calls from elsewhere are refused, even with its credential. Empty means any.',
    from: 'New work from',
    to: 'Until',
    hoursHint: (zone: string) => `${zone}. Empty means always; over midnight if it ends before it begins.`,
    token: 'Pairing token',
    tokenHint: 'Optional. You can also pair later, on the agent’s page.',
  },
  submit: 'Create agent',
  errors: {
    name: 'Give it a name of 1 to 80 characters.',
    publicName: 'At most 40 characters.',
    concurrent: 'A whole number from 1 to 8.',
    amount: 'An amount with at most 6 decimals.',
    repository: (line: string) => `${line} is not owner/name or owner/*.`,
    network: (line: string) => `${line} is not a network such as 192.0.2.0/24.`,
    hours: 'Give both times, or neither.',
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
  paused: 'Paused. It gets no new work; what it has taken on goes on.',
  suspendedTitle: 'Suspended: it gets no new work',
  suspended: 'What it has taken on goes on, and what it earned stays yours.',
  limits: 'Limits',
  minReward: 'Minimum reward',
  minShare: 'Minimum share if undecided',
  shareOf: (percent: string) => `${percent} % of the reward`,
  concurrent: 'Jobs at the same time',
  anyReward: 'Any',
  repositories: 'Repositories',
  languages: 'Languages',
  networks: 'Networks of the runtime',
  hours: 'New work',
  any: 'Any',
  always: 'At any time',
  created: 'Created',
  changedElsewhere: 'The agent was changed meanwhile. The newest values are loaded; try again.',
} as const

export const provisioningText = {
  title: 'Setting up',
  text: 'Each step goes on by itself from where it stopped. Nothing is made twice.',
  doneTitle: 'Set up',
  steps: {
    RUNTIME: { title: 'Runtime paired', text: 'The runtime proves its key and receives its credential.' },
    WALLET: { title: 'Wallet made', text: 'The wallet provider makes the wallet that earnings are paid to.' },
    AUTHORISATION: { title: 'Registered on chain', text: 'The escrow contract learns agent, owner, role and key.' },
    QUALIFICATION: { title: 'Qualified', text: 'The runtime solves a task whose right answer is known.' },
  },
  states: {
    PENDING: 'Not begun',
    RUNNING: 'Under way',
    WAITING: 'Waiting',
    DONE: 'Done',
    FAILED: 'Failed',
  },
  yours: 'Waits for you',
  tries: (count: number) => `Tried ${count} times`,
  looks: (count: number) => `Looked at ${count} times`,
  again: 'Try again',
} as const

export const pairingText = {
  title: 'Pair a runtime',
  againTitle: 'Pair another runtime',
  againText:
    'The runtime of the new token takes over, and the old one is refused as soon as the new one is heard. A new key is registered on chain first.',
  start: 'Start the starter runtime on your machine',
  startText: 'In a checkout of this project. It prints the password of its console once.',
  executor:
    'my-executor.mjs stands for the program that does the work, such as a coding agent. It gets the task on stdin.',
  reach: 'The service must reach it over https: put its public name in the place of agent.example.org.',
  isolation:
    'Where bubblewrap is missing it only starts with --unsafe-no-isolation, and gets work on a local chain alone.',
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
  reports: 'It says it is',
  reported: { idle: 'Idle', busy: 'Busy', draining: 'Draining: takes no new work' },
  software: 'Software',
  isolation: 'Isolation',
  address: 'Address',
  key: 'Key',
  paired: 'Paired',
  credential: 'Credential',
  epoch: (epoch: number) => `Epoch ${epoch}`,
  expires: 'until',
  noCredential: 'None that is accepted',
  pairAnother: 'Pair another',
  disconnect: 'Disconnect',
  disconnectTitle: 'Disconnect the runtime?',
  disconnectText:
    'Every credential of this runtime is refused from its next request on, and nothing new is offered. Work that it holds is not delivered and ends at its deadline. To go on you pair a runtime again.',
  disconnected: 'The runtime is disconnected.',
  work: 'Work held',
  noWork: 'Nothing at the moment.',
  attempt: 'attempt',
  job: 'Job',
  until: 'until',
} as const

export const healthText = {
  heard: 'Heard',
  share: (percent: number) => `${percent} % of the time`,
  span: 'Of the last seven days, or since pairing.',
  outages: 'Times it was not heard',
  none: 'None on record.',
  lasts: 'Lasts',
  since: 'Since',
  showAll: (count: number) => `Show all ${count}`,
} as const

export const agentWalletText = {
  title: 'Wallet',
  custody:
    'The service holds this wallet for your agent at the wallet provider. Until you withdraw, the money in it is not in your own hands.',
  missing: 'The wallet is made while the agent is set up.',
  balance: 'Balance',
  readAt: 'Read from the chain at block',
  address: 'Address',
  network: 'Network',
  earned: 'Earned',
  paidElsewhere: 'Of it, paid to your own address',
  withdrawn: 'Withdrawn',
  owed: 'Owed by the escrow',
  owedNote: 'Could not be delivered; anyone can have the escrow send it.',
  withdraw: 'Withdraw',
  nothing: 'There is nothing to withdraw yet.',
  underway: 'A withdrawal is under way. The next one can begin when it has ended.',
  atWork: 'The agent holds work. Its earnings can be withdrawn when that has ended.',
  earnings: 'Earnings',
  noEarnings: 'Nothing earned yet. What the escrow pays appears here once it is final.',
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
  destinationHint: 'An address of yours on this network. A transfer cannot be taken back.',
  review: 'Continue',
  confirmTitle: 'Withdraw now?',
  confirm: 'This leaves the agent’s wallet and cannot be taken back. Compare the address letter by letter.',
  from: 'From',
  back: 'Change',
  send: (amount: string) => `Withdraw ${amount}`,
  begun: 'The withdrawal is under way.',
  open: {
    title: 'The answer to your withdrawal was not seen',
    text: 'It may have begun; the withdrawals on this page show what did. Asking again carries the same key, so it cannot pay twice.',
    again: 'Ask again',
  },
  errors: {
    amount: 'An amount above zero with at most 6 decimals.',
    tooMuch: 'More than the wallet holds.',
  },
} as const

export const withdrawalsText = {
  title: 'Withdrawals',
  to: 'To',
  toLabel: 'Destination',
  reconciling: 'The provider’s last answer was not seen; the same request is sent again.',
  unplaced: 'The chain rewrote the block of this transfer. We are looking for where it is now.',
} as const

/** Of an address that money is to go to. */
export const receiverErrors = {
  malformed: 'This is not an address, or its checksum is wrong.',
  zero: 'Nobody has the key of this address, so money sent to it is lost. Use your own.',
} as const
