import { kindsOf, type Sample } from './asks.ts'
import { type Measure, measure } from './measure.ts'
import type { Api } from './programs.ts'

/** The same requests as without it, which are the control; `loopMs` is the event loop's processor time for one answer. */
export type CompressionLine = Measure & { encoding: string; answers: Answers; loopMs: number }

/** Read and compressed again for each request, or the same twenty again and again as the product keeps them. */
type Answers = 'fresh' | 'kept'
type Load = { seconds: number; connections: number }

/** Encodings take turns, so that what else the machine does meets all of them. */
const rounds = 5
const encodings = ['identity', 'br', 'gzip']

/** What compressing lists of twenty issues costs. */
export async function measureCompression(
  api: Api,
  samples: readonly Sample[],
  { answers: kind, ...load }: Load & { answers: Answers },
): Promise<CompressionLine[]> {
  const taken = new Map<string, CompressionLine[]>()
  const { deep } = kindsOf(samples)
  const few = Array.from({ length: 20 }, () => deep().path)
  let turn = 0
  const call = () => {
    turn += 1
    return { path: kind === 'fresh' ? deep().path : (few[turn % few.length] ?? '') }
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const encoding of encodings) {
      await api.readLoop()
      const line = await measure({ ...load, origin: api.origin, call, headers: { 'accept-encoding': encoding } })
      const { busyMs, answers } = await api.readLoop()
      const found = { ...line, encoding, answers: kind, loopMs: busyMs / answers }
      taken.set(encoding, [...(taken.get(encoding) ?? []), found])
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
