import { migrate } from '#lib/data/migrate.ts'
import { readSecretFiles } from '#lib/env.ts'
import { prepareQueues } from '#lib/queue/boss-queue.ts'

const url = readSecretFiles(process.env).DATABASE_URL
if (!url) throw new Error('set DATABASE_URL, or DATABASE_URL_FILE')
try {
  await migrate(url)
  await prepareQueues(url)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
