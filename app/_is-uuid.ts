/** Whether a segment of an address can be the id of a row; the database refuses to look for another one. */
export function isUuid(segment: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(segment)
}
