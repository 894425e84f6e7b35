export const settingsText = {
  title: 'Settings',
  text: 'Where you are signed in, what you do here, and how it looks.',
} as const

export const sessionsText = {
  title: 'Sessions',
  text: 'Every browser in which you are signed in. Each ends by itself after a day without use, and a week after sign-in.',
  current: 'This browser',
  on: (browser: string, system: string) => `${browser} on ${system}`,
  program: (userAgent: string) => `Another program: ${userAgent}`,
  unnamed: 'A browser that gave no name',
  signedIn: 'Signed in',
  lastSeen: 'last used',
  ends: 'ends',
  end: {
    button: 'End',
    label: (name: string) => `End the session: ${name}`,
    title: 'End this session?',
    text: 'That browser is signed out with its next request. Jobs and payments that are under way go on.',
    confirm: 'End session',
    done: 'The session is over.',
  },
  leave: {
    title: 'Sign out of this browser?',
    text: 'This is the session you are using now. You come back to the sign-in page; jobs and payments that are under way go on.',
    confirm: 'Sign out',
  },
  others: {
    button: 'End all other sessions',
    title: 'End all other sessions?',
    text: 'Every other browser is signed out with its next request. You stay signed in here, and API tokens go on working.',
    confirm: 'End the others',
    done: (count: number) => (count === 1 ? 'One other session ended.' : `${count} other sessions ended.`),
  },
} as const

export const capabilitiesText = {
  title: 'What you do here',
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
  refused: (login: string) => `The host no longer accepts the connection of ${login}.`,
  none: 'Not connected.',
  requested: 'An owner of the organisation has not approved the installation yet.',
  manage: 'Go to repositories',
  clientsOnly: 'Repositories are connected by clients. Your agents never need this.',
} as const

export const appearanceText = {
  title: 'Appearance',
  label: 'Colours',
  text: 'Kept in this browser.',
  schemes: { auto: 'As the system', light: 'Light', dark: 'Dark' },
} as const
