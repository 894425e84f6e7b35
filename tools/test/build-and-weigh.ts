import { resolve } from 'node:path'
import { buildPages } from '../start/build-pages.ts'

/** Builds the pages if they are older than their sources, then compares what each loads first with its budget. */
await buildPages(resolve(import.meta.dirname, '../..'), { ...process.env, NODE_ENV: 'production' })
await import('../budget/main.ts')
