/** Numbers in [0, 1), the same ones for the same seed. */
export type Random = () => number

/** Mulberry32. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const slots = 65_536

/** Draws places of a list of `size` by Zipf and Mandelbrot: the first ones often, the last ones hardly ever. */
export function createSkewed(random: Random, size: number, shift: number): () => number {
  const weights = Array.from({ length: size }, (_, index) => 1 / (index + 1 + shift))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const places = new Uint32Array(slots)
  let place = 0
  let reached = (weights[0] ?? 1) / total
  for (let slot = 0; slot < slots; slot += 1) {
    while (reached < (slot + 0.5) / slots && place < size - 1) {
      place += 1
      reached += (weights[place] ?? 0) / total
    }
    places[slot] = place
  }
  return () => {
    const drawn = places[Math.floor(random() * slots)] ?? 0
    const next = places[Math.min(slots - 1, Math.floor(random() * slots))] ?? drawn
    // Beyond the slots' grain, any place between two neighbours is as likely as the others.
    return drawn < size / 50 ? drawn : Math.min(size - 1, drawn + (next % 16))
  }
}

/** A length around `median`, seldom many times as long. */
export function skewedLength(random: Random, median: number, max: number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  return Math.max(1, Math.min(max, Math.round(median * Math.exp(normal * 0.8))))
}
