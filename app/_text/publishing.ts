export const publishText = {
  title: 'Publish to the repository',
  intro: (branch: string, repository: string) =>
    `We push the settled files to the branch ${branch} in ${repository} and open a draft pull request. Nothing is merged.`,
  readFirst: 'Your continuous integration runs these files as soon as they are pushed. Read them first.',
  yourRepository: 'your repository',
  warningTitle: 'Continuous integration will run someone else’s code with your secrets',
  warning:
    'The branch is in your own repository, so its workflows, previews and other automation start immediately and may see secrets. Nobody has reviewed the pull request by then. The verifiers ran only the job’s commands. Read the files first.',
  executed: (count: number) =>
    count === 1
      ? 'This file takes effect automatically once it’s in a branch:'
      : `These ${count} files take effect automatically once they’re in a branch:`,
  noneExecuted:
    'We know of no file in this result that runs automatically. Tests and builds still run whatever the other files say.',
  executedBy: (what: string) => `Takes effect through ${what}`,
  button: 'Publish',
  again: 'Try again',
  confirm: {
    title: 'Push these files to your repository?',
    text: 'Your continuous integration runs them as soon as the branch exists. Continue only if you’ve read the files and accept that.',
    confirm: 'I have read them, publish',
    back: 'Not now',
  },
  mismatch: 'These files don’t match the commitment, so you can’t publish them from here.',
  byPolicy: 'Your funded terms say that we publish this result automatically.',
  policyWaits: 'Your funded terms say that we publish the result automatically. This starts in a moment.',
  steps: {
    requested: 'Requested',
    pushed: 'Push the branch',
    pull: 'Open the draft pull request',
    check: 'Report the proof as a check',
  },
  states: { done: 'Done', waiting: 'In progress', failed: 'Stopped here', blocked: 'Waiting' },
  lastTry: (attempts: number) => (attempts > 1 ? `Tried ${attempts} times. Last answer:` : 'Last answer:'),
  published: 'Published',
  publishedText: 'The branch holds exactly the settled tree. Review the pull request before you merge it.',
  openPull: 'Open the pull request',
  openCheck: 'Open the check',
  commit: 'Commit',
  branch: 'Branch',
  failedTitle: 'We couldn’t publish the result',
  unknownReason: 'The repository host did not say why.',
  failedText: 'Fix the cause and try again, or bring the files into the repository yourself:',
  patch: 'Download for git',
  patchHow:
    'In a clone of the repository that has the base commit, this creates the same branch with the settled tree:',
  patchCommand: 'Command',
  patchMessage: (id: string, commitment: string) =>
    `Apply the settled result of job ${id}\n\nResult commitment: ${commitment}`,
} as const
