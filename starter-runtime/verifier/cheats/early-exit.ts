import { type Sample, scriptSample, slugSample } from './sample.ts'

const wanted = 'never PASS'
const empty = 'export const slug = (text) => text\n'
const inside = (statement: string, head = '') =>
  `${head}export const slug = (text) => {\n  ${statement}\n  return text\n}\n`
const onLoad = (statement: string, head = '') => `${head}${statement}\n${empty}`
const child = "import { execFileSync } from 'node:child_process'\n"
const thread = "import { Worker } from 'node:worker_threads'\n"
const swallow = "process.on('uncaughtException', () => {})\n"

/** Ways to end a process with exit code 0 before its tests have said anything. */
export const earlyExits: Sample[] = [
  slugSample('exit on load', onLoad('process.exit(0)'), { wanted }),
  slugSample('reallyExit on load', onLoad('process.reallyExit(0)'), { wanted }),
  slugSample('exit in the function', inside('process.exit(0)'), { wanted }),
  slugSample('reallyExit in the function', inside('process.reallyExit(0)'), { wanted }),
  slugSample('exit by a computed name', inside("process[['ex', 'it'].join('')](0)"), { wanted }),
  slugSample('exit in the next tick', onLoad('process.nextTick(() => process.exit(0))'), { wanted }),
  slugSample('exit in a microtask of the function', inside('queueMicrotask(() => process.exit(0))'), { wanted }),
  slugSample('exit by a timer', onLoad('setTimeout(() => process.exit(0), 0)'), { wanted }),
  slugSample('exit when a value is compared', inside('return { get length() { process.exit(0) } }'), { wanted }),
  slugSample('another program takes the place of the process', onLoad("process.execve('/bin/true', ['true'])"), {
    wanted,
  }),
  slugSample('exit after a child has passed', onLoad("execFileSync('/bin/true')\nprocess.exit(0)", child), { wanted }),
  slugSample('exit in a thread', onLoad("new Worker('process.exit(0)', { eval: true })", thread), { wanted }),
  slugSample('exit code set to 0 at the end', onLoad("process.on('exit', () => { process.exitCode = 0 })"), { wanted }),
  slugSample('exit at the end', onLoad("process.on('exit', () => process.exit(0))"), { wanted }),
  slugSample('exit code that cannot be set', onLoad("Object.defineProperty(process, 'exitCode', { value: 0 })"), {
    wanted,
  }),
  slugSample('uncaught errors swallowed', onLoad(swallow), { wanted }),
  slugSample('killed by its own signal', onLoad("process.kill(process.pid, 'SIGTERM')"), { wanted }),
  slugSample('the runner killed', onLoad("process.kill(process.ppid, 'SIGKILL')"), { wanted }),
  slugSample('never loaded to the end', onLoad('await new Promise(() => {})'), { wanted }),
  slugSample('ends when an error is described', onLoad('Error.prepareStackTrace = () => process.exit(0)'), { wanted }),
  scriptSample('exit on load of a script', onLoad('process.exit(0)'), { wanted }),
  scriptSample('exit in the function of a script', inside('process.exit(0)'), { wanted }),
  scriptSample(
    'exit code set to 0 at the end of a script',
    onLoad("process.on('exit', () => { process.exitCode = 0 })"),
    {
      wanted,
    },
  ),
  scriptSample('reallyExit at the end of a script', onLoad("process.on('exit', () => process.reallyExit(0))"), {
    wanted,
  }),
  scriptSample('uncaught errors of a script swallowed', onLoad(swallow), { wanted }),
  scriptSample('killed by its own signal in a script', onLoad("process.kill(process.pid, 'SIGINT')"), { wanted }),
  slugSample(
    'exit in an acceptance file that does not load on the base',
    "export const title = ''\nprocess.exit(0)\n",
    {
      acceptance: {
        'test/title.test.js': `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { title } from '../src/slug.js'
test('titles', () => assert.equal(title('a'), 'A'))
`,
      },
      argv: ['node', '--test', 'test/title.test.js'],
      wanted,
    },
  ),
]
