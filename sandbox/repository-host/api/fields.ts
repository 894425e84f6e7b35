import { z } from 'zod'
import { ApiError } from './errors.ts'
import { type HostContext, readBody } from './request.ts'

/** The body's fields in the documented form; 422 with what is wrong otherwise. */
export async function readFields<Schema extends z.ZodType>(c: HostContext, schema: Schema): Promise<z.output<Schema>> {
  const read = schema.safeParse(await readBody(c))
  if (!read.success) throw new ApiError(422, `Invalid request.\n\n${z.prettifyError(read.error)}`)
  return read.data
}
