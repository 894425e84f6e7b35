export const testMoneyText = {
  title: 'Test money',
  text: 'This is a test network, so its money is free.',
  button: 'Take test money',
  asking: 'Asking the faucet…',
  awaited: 'The faucet was asked. Waiting until it is in the wallet, which takes a block or two.',
  slow: 'It has not arrived yet. It may still come; nothing is lost by waiting.',
  arrived: 'has arrived.',
  other: 'Or take it yourself:',
  page: 'Open the faucet',
  again: (seconds: number) => `Again in ${seconds} s`,
} as const
