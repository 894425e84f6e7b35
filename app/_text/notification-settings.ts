import type { MailFault } from '#lib/domain/mail.ts'

export const notificationSettingsText = {
  title: 'Notification settings',
  text: 'Choose what you see in Jobwright, and what we e-mail you.',
  back: 'Settings',
  section: 'Notifications',
  sectionText: 'Choose what you see in Jobwright and what we e-mail you.',
  manage: 'Manage notifications',
  inbox: 'In Jobwright',
  email: 'E-mail',
  what: 'Notification',
  inInbox: (title: string) => `In Jobwright: ${title}`,
  byEmail: (title: string) => `E-mail: ${title}`,
  fixed: 'Always on',
  securityFixed: 'You always see these in Jobwright.',
} as const

export const mailText = {
  title: 'E-mail address',
  text: 'Notifications go to this address, at most one e-mail a minute.',
  off: 'This deployment sends no e-mails. You see notifications in Jobwright.',
  none: 'No address yet. E-mails start once you confirm one.',
  label: 'E-mail address',
  newLabel: 'New address',
  set: 'Send confirmation link',
  change: 'Change address',
  invalid: 'Enter an address such as ada@example.org',
  pending: (address: string) => `We sent a link to ${address}. Open it while you are signed in; it works for 24 hours.`,
  sent: 'The link is on its way.',
  mailbox: 'Open the local mailbox',
  failed: 'The last e-mail was not delivered',
  faults: {
    REFUSED: 'The mail server refused it. Check the address, or set another one.',
    UNREACHABLE: 'The mail server didn’t accept it for two days. We still try new e-mails.',
    EXPIRED: 'We couldn’t send it for three days, so we gave up. We still try new e-mails.',
    TURNED_OFF: 'You turned it off.',
  } satisfies Record<MailFault, string>,
  answer: (address: string, answer: string) => `${address}: ${answer}`,
  confirm: {
    title: 'Confirm your e-mail address',
    text: 'Press the button to get your notifications at this address.',
    button: 'Confirm address',
    done: 'Your address is confirmed.',
  },
  remove: {
    button: 'Remove',
    title: 'Remove the e-mail address?',
    text: 'You get no more e-mails. You still see notifications in Jobwright.',
    confirm: 'Remove address',
    done: 'The address is removed.',
  },
} as const
