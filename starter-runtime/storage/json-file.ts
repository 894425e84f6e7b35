import type { z } from 'zod'
import { readIfThere, writeDurably } from './durable-file.ts'

/** A file with one JSON value of a known form. */
export type JsonFile<Value> = {
  /** Undefined when the file is missing; throws when it holds something else. */
  read(): Promise<Value | undefined>
  write(value: Value): Promise<void>
}

export function jsonFile<Schema extends z.ZodType>(path: string, schema: Schema): JsonFile<z.output<Schema>> {
  return {
    read: async () => {
      const text = await readIfThere(path)
      if (text === undefined) return undefined
      const parsed = schema.safeParse(JSON.parse(text))
      if (!parsed.success) throw new Error(`${path} does not hold what this runtime wrote.`)
      return parsed.data
    },
    write: (value) => writeDurably(path, JSON.stringify(value)),
  }
}
