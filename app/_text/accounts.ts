export const accountsText = {
  title: 'Accounts',
  text: 'Every payment of this job, as the escrow’s final events tell it.',
  nothingPaid: 'Nothing has been paid yet.',
  columns: { payment: 'Payment', to: 'To', transaction: 'Transaction', amount: 'Amount' },
  kinds: { reward: 'Reward', verifier_fee: 'Verifier’s fee', returned: 'Returned' },
  roles: { worker: 'Worker', verifier: 'Verifier', client: 'You' },
  address: 'Address',
  transaction: 'Transaction hash',
  paid: 'Paid out',
  held: 'Still held by the escrow',
  funded: 'Funded',
  deferred: 'Deferred',
  deferredNote:
    'Deferred: the recipient’s transfer was refused by the token contract. The escrow owes the amount until it is collected.',
  addsUp: 'Added up in your browser: what was paid out and what is held make exactly what was funded.',
  doesNotAddUp: 'These figures do not add up in your browser. Tell the operator, and keep this page’s job number.',
  paymentTime: (seconds: string) => `The payment followed ${seconds} after the deciding verdict.`,
} as const
