export const wishText = {
  action: 'Fund this issue',
  title: 'Fund this issue',
  connectTitle: (repository: string) => `Connect ${repository}`,
  connect:
    'A job is made from an issue of a repository that you connected and may push to. Connect it, and come back to this issue.',
  connectButton: 'Connect repositories',
  missing: (repository: string) =>
    `${repository} is not among the repositories that the host grants you. Its owner can grant it to you, or fund the issue themselves.`,
  issue: 'The issue',
  banner: (name: string) => `You set out to fund ${name}.`,
  goOn: 'Go on with it',
  forget: 'Not now',
} as const
