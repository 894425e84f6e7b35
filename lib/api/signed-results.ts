import { z } from 'zod'
import { maxChangedFiles } from '../domain/result.ts'
import { base64 } from './scalars.ts'

export const signature = z
  .string()
  .regex(/^0x[0-9a-f]{130}$/, 'A signature is 0x and 130 hexadecimal digits in lower case.')
  .meta({ description: 'An EIP-712 signature by the runtime’s key: r, s, v.' })
export const gitId = z.string().regex(/^[0-9a-f]{40}$/, 'A Git id is 40 hexadecimal digits in lower case.')

/** One file of a result. */
const fileChange = z
  .union([
    z.strictObject({ path: z.string().min(1).max(400), mode: z.enum(['100644', '100755']), content: base64 }),
    z.strictObject({ path: z.string().min(1).max(400), deleted: z.literal(true) }),
  ])
  .meta({ id: 'FileChange', description: 'New bytes (base64) and mode of a file, or its removal.' })
export const fileChanges = z.array(fileChange).max(maxChangedFiles)
