import { ApiError } from '#lib/client/api.ts'
import type { Typed, TypedFields } from './typed-fields.ts'

const conflicts = ['stale_version', 'precondition_failed']
const attemptsMax = 4

type Save<Stored, Values extends object> = {
  fields: TypedFields<Values>
  typed: Typed<Values>
  /** The version that was typed into. */
  version: number
  write: (values: Values, version: number) => Promise<Stored>
  read: () => Promise<Stored & { version: number }>
  toValues: (stored: Stored) => Values
}

/** `elsewhere` names what the newest version had changed besides; `newer` is one that changed a typed field itself. */
export type SaveResult<Stored, Values> =
  | { saved: Stored; elsewhere: (keyof Values)[]; newer?: undefined }
  | { newer: Stored; saved?: undefined }

/** Saves what was typed over the newest version, and no other field; writes nothing where both changed one. */
export async function saveOntoNewest<Stored, Values extends object>(
  save: Save<Stored, Values>,
): Promise<SaveResult<Stored, Values>> {
  const { fields, typed, write, read, toValues } = save
  let { version } = save
  let { values } = typed
  let elsewhere: (keyof Values)[] = []
  for (let attempt = 1; ; attempt += 1) {
    try {
      return { saved: await write(values, version), elsewhere }
    } catch (error) {
      if (!isConflict(error) || attempt === attemptsMax) throw error
    }
    const newer = await read()
    const theirs = toValues(newer)
    if (fields.disputedFields(typed, theirs).length > 0) return { newer }
    values = fields.withTyped(theirs, typed)
    version = newer.version
    elsewhere = fields.changedElsewhere(typed, theirs)
    // As after a save whose answer was lost.
    if (fields.changedFields(values, theirs).length === 0) return { saved: newer, elsewhere }
  }
}

function isConflict(error: unknown): boolean {
  return error instanceof ApiError && conflicts.includes(error.problem.code)
}
