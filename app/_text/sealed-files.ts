export const sealedText = {
  title: 'Sealed files',
  closed: 'Sealed until the job ends.',
  opens:
    'This opens your sealed files to everyone who may read the job, even if no result was tested with them. Seal other files if you fund this issue again.',
  sealed: 'Sealed',
  matches: 'Hash matches',
  differs: 'Hash differs',
  binary: 'This file isn’t text.',
  facts: (bytes: number, hash: string) => `${bytes} bytes, salted SHA-256 ${hash}`,
} as const
