import { z } from 'zod'
import { gitId } from './signed-results.ts'

/** Where a runtime clones the base from; the token ends with its work. */
export function cloneSource(until: string) {
  return z.strictObject({
    id: z.int(),
    clone_url: z.string(),
    token: z
      .string()
      .nullable()
      .meta({ description: `Read access to a private repository until ${until}; null for a public one.` }),
    base_commit: gitId,
  })
}
