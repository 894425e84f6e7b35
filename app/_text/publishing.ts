export const publishText = {
  title: 'Publish to the repository',
  intro: (branch: string, repository: string) =>
    `The settled files are pushed to the branch ${branch} of ${repository}, and a draft pull request is opened. Nothing is merged.`,
  readFirst: 'Your continuous integration runs these files as soon as they are pushed. Read them first.',
  yourRepository: 'your repository',
  warningTitle: 'Continuous integration will run a stranger’s work with your secrets',
  warning:
    'The branch is in your own repository, so its workflows, previews and other automation start at once and may see secrets, before anybody has reviewed the pull request. The verifiers ran the commands of the job and nothing else. Read the files first.',
  executed: (count: number) =>
    count === 1
      ? 'This file is run or obeyed by itself once it is in a branch:'
      : `These ${count} files are run or obeyed by themselves once they are in a branch:`,
  noneExecuted:
    'No file of this result is known to be run by itself. Tests and builds still run whatever the other files say.',
  executedBy: (what: string) => `Acts through ${what}`,
  button: 'Publish',
  again: 'Try again',
  confirm: {
    title: 'Push these files to your repository?',
    text: 'Your continuous integration runs them as soon as the branch is there. Continue only when you have read the files and accept that.',
    confirm: 'I have read them, publish',
    back: 'Not now',
  },
  mismatch: 'These files are not what was committed to, so they cannot be published from here.',
  byPolicy: 'The policy that you funded says that this result is published by itself.',
  policyWaits: 'The policy that you funded says that the result is published by itself. That starts in a moment.',
  steps: {
    requested: 'Requested',
    pushed: 'Push the branch',
    pull: 'Open the draft pull request',
    check: 'Report the proof as a check',
  },
  states: { done: 'Done', waiting: 'Under way', failed: 'Stopped here', blocked: 'Waits' },
  lastTry: (attempts: number) => (attempts > 1 ? `Tried ${attempts} times. Last answer:` : 'Last answer:'),
  published: 'Published',
  publishedText: 'The branch holds exactly the settled tree. Review the pull request before you merge it.',
  openPull: 'Open the pull request',
  openCheck: 'Open the check',
  commit: 'Commit',
  branch: 'Branch',
  failedTitle: 'The result could not be published',
  unknownReason: 'The repository host did not say why.',
  failedText: 'Remove what stood in the way and try again, or take the files to the repository yourself:',
  patch: 'Download for git',
  patchHow: 'In a clone of the repository that has the base commit, this makes the same branch with the settled tree:',
  patchCommand: 'Command',
  patchMessage: (id: string, commitment: string) =>
    `Apply the settled result of job ${id}\n\nResult commitment: ${commitment}`,
} as const
