import { migrate } from '#lib/data/migrate.ts'
import { readSecretFiles } from '#lib/env.ts'
import { prepareQueues } from '#lib/queue/boss-queue.ts'
import { readWords } from '../command-words.ts'
import { errorText } from '../error-text.ts'

readWords('npm run migrate    applies the migrations that DATABASE_URL, or the file DATABASE_URL_FILE, lacks', {})
const url = readSecretFiles(process.env).DATABASE_URL
try {
  if (!url) throw new Error('set DATABASE_URL, or DATABASE_URL_FILE')
  const applied = await migrate(url)
  await prepareQueues(url)
  console.log(
    applied.length > 0 ? `applied ${applied.join(', ')}` : 'nothing to apply: the database is as this release needs it',
  )
} catch (error) {
  console.error(errorText(error))
  process.exit(1)
}
