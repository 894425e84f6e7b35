export const pendingIssueText = {
  action: 'Fund this issue',
  title: 'Fund this issue',
  connectTitle: (repository: string) => `Connect ${repository}`,
  connect:
    'You can fund issues in repositories that you connect and may push to. Connect this one, then come back to this issue.',
  connectButton: 'Connect repositories',
  missing: (repository: string) =>
    `The repository host doesn’t give you access to ${repository}. Its owner can give you access or fund the issue themselves.`,
  issue: 'The issue',
  banner: (name: string) => `You wanted to fund ${name}.`,
  goOn: 'Continue funding',
  forget: 'Not now',
} as const
