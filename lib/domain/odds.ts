/** The chance that at least `least` of `draws` independent draws hit, each with probability `share`. */
export function binomialTail(draws: number, least: number, share: number): number {
  let sum = 0
  for (let hits = least; hits <= draws; hits += 1)
    sum += choose(draws, hits) * share ** hits * (1 - share) ** (draws - hits)
  return sum
}

function choose(n: number, k: number): number {
  let ways = 1
  for (let index = 1; index <= k; index += 1) ways = (ways * (n - k + index)) / index
  return ways
}
