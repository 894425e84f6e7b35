/** All bytes of a body; undefined once there are more than `max`, of which no more are read. */
export async function readAtMost(body: AsyncIterable<Uint8Array> | null, max: number): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.byteLength
    if (size > max) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, size)
}
