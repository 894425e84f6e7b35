import { createReadStream } from 'node:fs'
import { readWords } from '../command-words.ts'
import { fileProblem } from '../file-problem.ts'
import { checkExport } from './check-export.ts'

/** Checks an export of the audit trail without its database. Exit code 0 when all of it holds, 1 when not, 2 otherwise. */
const usage = 'npm run audit -- verify <file> [--key <public key>] [--checkpoint <sequence>:<seal>]'

/** Lines end with a line feed alone; readline would also end them within a text. */
async function* linesOf(path: string): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of createReadStream(path, 'utf8')) {
    const lines = (rest + String(chunk)).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}

try {
  const { values, positionals } = readWords(usage, {
    allowPositionals: true,
    options: { key: { type: 'string' }, checkpoint: { type: 'string' } },
  })
  const [verb, file] = positionals
  const kept = /^(\d{1,15}):([0-9a-f]{64})$/.exec(values.checkpoint ?? '')
  if (verb !== 'verify' || !file || positionals.length > 2 || (values.checkpoint && !kept)) throw new Error(usage)
  const options = { key: values.key, kept: kept ? { sequence: Number(kept[1]), seal: kept[2] ?? '' } : undefined }
  const { problems, events, key } = await checkExport(linesOf(file), options).catch((error: unknown) => {
    throw fileProblem(error, file)
  })
  for (const problem of problems) console.log(`✗ ${problem}`)
  if (problems.length === 0) console.log(`✓ ${events} events are in order and unchanged.`)
  if (values.key === undefined) console.log(`Signed by ${key}; compare it with the key that the service publishes.`)
  process.exitCode = problems.length === 0 ? 0 : 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
}
