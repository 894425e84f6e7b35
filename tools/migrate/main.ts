import { migrate } from '#lib/data/migrate.ts'
import { prepareQueues } from '#lib/queue/boss-queue.ts'

const url = process.env.DATABASE_URL
if (!url) throw new Error('set DATABASE_URL')
await migrate(url)
await prepareQueues(url)
