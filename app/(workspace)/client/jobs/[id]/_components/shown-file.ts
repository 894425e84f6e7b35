import type { FileChange } from '#lib/domain/result.ts'
import type { JobResult } from './job.ts'
import type { FileReading } from './use-file-diffs.ts'

export type ShownFile = { file: JobResult['files'][number]; change: FileChange; reading: FileReading; anchor: string }
