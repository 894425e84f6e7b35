import { openPool } from '#lib/data/database.ts'
import { createQueue } from '#lib/queue/boss-queue.ts'
import { deadLetterTable, retry } from './dead-letters.ts'
import { findDatabase } from './find-database.ts'

const usage = `npm run admin -- dead-letters                    what nobody tries any more by itself
npm run admin -- dead-letters retry <id|all>     tries again`

const [topic, verb, id, ...more] = process.argv.slice(2)
const isKnown = topic === 'dead-letters' && more.length === 0 && (!verb || (verb === 'retry' && id !== undefined))
if (!isKnown) {
  console.error(usage)
  process.exit(2)
}
const db = openPool({ url: findDatabase(process.env), max: 1, applicationName: 'jobwright-admin' })
try {
  console.log(id === undefined ? await deadLetterTable(db) : await retry({ db, queue: createQueue() }, id))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  await db.$client.end({ timeout: 5 })
}
