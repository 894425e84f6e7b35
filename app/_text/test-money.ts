export const testMoneyText = {
  title: 'Test money',
  text: 'This is a test network, so its money is free.',
  button: 'Take test money',
  asking: 'Requesting test money…',
  awaited: 'Requested. It arrives within a block or two.',
  slow: 'It hasn’t arrived yet. It may still come; you lose nothing by waiting.',
  arrived: 'has arrived.',
  other: 'Or use the faucet yourself:',
  page: 'Open the faucet',
  again: (seconds: number) => `Again in ${seconds} s`,
} as const
