import { kindsOf, type Sample } from './asks.ts'
import { type Measure, measure } from './measure.ts'
import type { Lane } from './programs.ts'

/** The same requests as without it, which are the control; `loopMs` is the event loop's processor time for one answer. */
export type CompressionLine = Measure & { encoding: string; loopMs: number }

type Load = { seconds: number; connections: number }

/** Encodings take turns, so that what else the machine does meets all of them. */
const rounds = 5
const encodings = ['identity', 'br', 'gzip']

/** What compressing a list of twenty issues costs, where none was compressed before. */
export async function measureCompression(
  lane: Lane,
  samples: readonly Sample[],
  load: Load,
): Promise<CompressionLine[]> {
  const taken = new Map<string, CompressionLine[]>()
  for (let round = 0; round < rounds; round += 1) {
    for (const encoding of encodings) {
      const { deep } = kindsOf(samples)
      await lane.readLoop()
      const headers = { 'accept-encoding': encoding }
      const line = await measure({ ...load, origin: lane.origin, path: () => deep().path, headers })
      const { busyMs, answers } = await lane.readLoop()
      taken.set(encoding, [...(taken.get(encoding) ?? []), { ...line, encoding, loopMs: busyMs / answers }])
    }
  }
  return [...taken.values()].map(medianOf)
}

function medianOf(lines: readonly CompressionLine[]): CompressionLine {
  const failed = lines.reduce((sum, line) => sum + line.failed, 0)
  const middle = [...lines].sort((a, b) => a.loopMs - b.loopMs)[Math.floor(lines.length / 2)]
  if (!middle) throw new Error('nothing was measured')
  return { ...middle, failed }
}
