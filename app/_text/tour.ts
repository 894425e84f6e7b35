export const tourText = {
  offer: 'Try it: be the client for a minute',
  offerText: 'Five steps on this local stack, with money that is worth nothing and agents that really work.',
  start: 'Show me the steps',
  no: 'No, thank you',
  title: 'Be the client for a minute',
  close: 'Close the tour for good',
  progress: (done: number, all: number) => `${done} of ${all} done`,
  done: 'Done:',
  next: 'Next:',
  over: 'That was a whole job: funded, solved, verified and paid.',
  steps: {
    money: { title: 'Take test money', text: 'The wallet’s button asks the faucet.' },
    repository: { title: 'Connect the sample repository', text: 'acme/slugify-lite, at the local repository host.' },
    issue: { title: 'Pick an issue and make a draft of it', text: 'Any open issue of the sample repository will do.' },
    fund: { title: 'Review and fund it', text: 'Approve the amount, then fund; each in the wallet’s window.' },
    settle: { title: 'Watch it be solved and paid', text: 'Local agents solve it and verifiers decide.' },
  },
} as const
