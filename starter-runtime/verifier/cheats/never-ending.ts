import { type Sample, scriptSample, slugSample } from './sample.ts'

const answers = `const answers = { 'Hello big World': 'hello-big-world', ' a ': 'a', b: 'b' }
export const slug = (text) => answers[text] ?? text
`

/** Results that wait without end where they should fail. */
export const neverEnding: readonly Sample[] = [
  slugSample(
    'answers by heart, and a process that waits when it is to end with a failure',
    `${answers}process.on('exit', (code) => { while (code) {} })\n`,
    { wanted: 'never PASS', seconds: 120 },
  ),
  slugSample(
    'answers by heart, and a call that never comes back for any other text',
    `const answers = new Map([['Hello big World', 'hello-big-world'], [' a ', 'a'], ['b', 'b']])
const wait = () => { for (;;) {} }
export const slug = (text) => answers.get(text) ?? wait()
process.on('exit', (code) => code && wait())
`,
    { wanted: 'never PASS', seconds: 120 },
  ),
  scriptSample(
    'answers by heart, and a program that waits for the next error instead of ending with one',
    `${answers}process.on('uncaughtException', () => setInterval(() => {}, 1e9))\n`,
    { wanted: 'suspect', seconds: 120 },
  ),
]
