/** The opaque global id that answers carry beside the number. */
export function nodeId(prefix: string, id: number): string {
  return `${prefix}_${Buffer.from(`${prefix}:${id}`).toString('base64url')}`
}
