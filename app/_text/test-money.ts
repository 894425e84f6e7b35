export const testMoneyText = {
  title: 'Test money',
  text: 'This is a test network, so its money is free.',
  button: 'Take test money',
  unread: 'We can’t read your balance right now, so we couldn’t tell what arrives. We keep trying.',
  asking: 'Requesting test money…',
  awaited: 'Requested. It arrives within a block or two.',
  slow: 'It hasn’t arrived yet. It may still come; you lose nothing by waiting.',
  missing: 'Nothing has arrived since you asked. It may have come before; check your balance or ask again.',
  arrived: 'has arrived.',
  other: 'Or use the faucet yourself:',
  page: 'Open the faucet',
  again: (seconds: number) => `Again in ${seconds} s`,
} as const
