const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The id, or an error that says of what it is none. */
export function requireUuid(id: string, what: string): string {
  if (!uuid.test(id)) throw new Error(`${id} is no id of ${what}`)
  return id
}
