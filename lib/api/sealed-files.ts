import { z } from 'zod'
import { maxAcceptanceFiles } from '../domain/acceptance-files.ts'
import { base64, hash } from './scalars.ts'

/** The bytes of sealed files, with what their hashes were salted with. */
export const openedFiles = z
  .array(
    z.strictObject({
      path: z.string().min(1).max(400),
      salt: hash.meta({ description: 'The 32 bytes that are hashed before the file’s bytes in `salted_sha256`.' }),
      content: base64,
    }),
  )
  .max(maxAcceptanceFiles)

/** For everyone who may read the job. */
export const releasedFiles = openedFiles.nullable().meta({
  description:
    'Salts and contents of the files whose hashes are in `sealed_files` of the task; null until the job has ended.',
  example: null,
})
