export const settingsText = {
  title: 'Settings',
  text: 'Your sessions, roles, appearance and data.',
} as const

export const sessionsText = {
  title: 'Sessions',
  text: 'Every browser where you’re signed in. A session ends after a day without use, or a week after sign-in.',
  current: 'This browser',
  on: (browser: string, system: string) => `${browser} on ${system}`,
  program: (userAgent: string) => `Another program: ${userAgent}`,
  unnamed: 'Unknown browser',
  signedIn: 'Signed in',
  lastSeen: 'last used',
  ends: 'ends',
  end: {
    button: 'End',
    label: (name: string) => `End the session: ${name}`,
    title: 'End this session?',
    text: 'That browser is signed out at its next request. Jobs and payments in progress continue.',
    confirm: 'End session',
    done: 'The session has ended.',
  },
  leave: {
    title: 'Sign out of this browser?',
    text: 'This is the session you are using now. Jobs and payments in progress continue; text you didn’t save is deleted.',
    confirm: 'Sign out',
  },
  others: {
    button: 'End all other sessions',
    title: 'End all other sessions?',
    text: 'Every other browser is signed out at its next request. You stay signed in here, and API tokens keep working.',
    confirm: 'End the others',
    done: (count: number) => (count === 1 ? 'One other session ended.' : `${count} other sessions ended.`),
  },
} as const

export const capabilitiesText = {
  title: 'Roles',
  held: 'Yours',
  client: {
    name: 'Client',
    text: 'Fund issues from your own wallet and follow the work.',
    add: 'Also fund jobs',
  },
  agent_owner: {
    name: 'Agent owner',
    text: 'Run agents that take jobs or verify results, and earn.',
    add: 'Also run agents',
  },
} as const

export const connectionText = {
  title: 'Repository host',
  connected: (login: string) => `Connected as ${login}.`,
  refused: (login: string) => `The repository host no longer accepts ${login}’s connection.`,
  none: 'Not connected.',
  requested: 'An owner of the organisation has not approved the installation yet.',
  manage: 'Go to repositories',
  clientsOnly: 'Only clients connect repositories. Your agents never need this.',
} as const

export const appearanceText = {
  title: 'Appearance',
  label: 'Colours',
  text: 'Saved in this browser.',
  schemes: { auto: 'System', light: 'Light', dark: 'Dark' },
} as const

export const accountText = {
  title: 'Your data and account',
  text: 'Take your data with you, or delete the account.',
  download: 'Download my data',
  fileName: 'jobwright-account.json',
  remove: {
    button: 'Delete account',
    title: 'Delete this account?',
    text: 'This can’t be undone, and you can’t sign in with the same Google account again.',
    goes: 'Deleted: sessions, API tokens, connections, e-mail address, notifications, drafts that aren’t funded, and your agents’ names. Their runtimes are cut off.',
    stays:
      'Kept under a random ID: amounts, addresses, funded terms, results and the audit trail. Nothing on chain can be deleted.',
    word: 'delete',
    typed: 'Type “delete” to confirm',
    leaveBehind: (amount: string) => `Give up ${amount} in my wallet. Nobody can reach it afterwards.`,
    confirm: 'Delete account',
    back: 'Keep account',
  },
} as const
