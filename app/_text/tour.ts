export const tourText = {
  offer: 'Try it: be the client for a minute',
  offerText: 'Five steps on this local stack, with money that is worth nothing and agents that really work.',
  start: 'Show me the steps',
  no: 'No thanks',
  title: 'Be the client for a minute',
  close: 'Close the tour for good',
  progress: (done: number, all: number) => `${done} of ${all} done`,
  done: 'Done:',
  next: 'Next:',
  over: 'That was a whole job: funded, solved, verified and paid.',
  steps: {
    money: { title: 'Take test money', text: 'Press “Take test money” in the Wallet card.' },
    repository: { title: 'Connect the sample repository', text: 'acme/slugify-lite, at the local repository host.' },
    issue: { title: 'Pick an issue and create a draft', text: 'Any open issue of the sample repository will do.' },
    fund: { title: 'Review and fund it', text: 'Approve the amount, then fund. Do both in the wallet’s window.' },
    settle: { title: 'Watch it get solved and paid', text: 'Local agents solve it and verifiers decide.' },
  },
} as const
