import { createHash } from 'node:crypto'

const tailCharacters = 4_000

/** Takes in what a program prints without keeping more than its end. */
export type Output = {
  take(chunk: Buffer, isStandard: boolean): void
  size(): number
  sha256(): string
  tail(): string
  lastLine(): string
  seen(): string[]
}

export function createOutput(digestBytes: number, seek: readonly string[] = []): Output {
  const digest = createHash('sha256')
  let size = 0
  let all = Buffer.alloc(0)
  let standard = Buffer.alloc(0)
  const seen = new Set<string>()
  const ends = { out: '', err: '' }
  const reach = Math.max(0, ...seek.map((text) => text.length))
  return {
    take: (chunk, isStandard) => {
      if (size < digestBytes) digest.update(chunk.subarray(0, digestBytes - size))
      size += chunk.length
      if (seek.length > seen.size) {
        const stream = isStandard ? 'out' : 'err'
        const text = ends[stream] + chunk.toString('latin1')
        for (const one of seek) if (text.includes(one)) seen.add(one)
        ends[stream] = text.slice(-reach)
      }
      all = lastBytes(all, chunk)
      if (isStandard) standard = lastBytes(standard, chunk)
    },
    size: () => size,
    sha256: () => digest.copy().digest('hex'),
    tail: () => readable(all.toString('utf8')).slice(-tailCharacters).toWellFormed(),
    seen: () => [...seen],
    lastLine: () => readable(standard.toString('utf8')).trimEnd().split('\n').at(-1)?.trim() ?? '',
  }
}

/** At most four bytes make a character, so this many hold the tail. */
function lastBytes(before: Buffer, chunk: Buffer): Buffer<ArrayBuffer> {
  return Buffer.from(Buffer.concat([before, chunk]).subarray(-4 * tailCharacters))
}

/** Without characters that a terminal obeys. */
export function readable(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]/gu, '')
}
