/** Orders readings of several nodes by a figure and gives the middle one; of two the lower one. Throws for none. */
export function lowerMiddle<T>(readings: readonly T[], figure: (reading: T) => bigint): T {
  return middle(readings, figure, Math.floor((readings.length - 1) / 2))
}

/** The same; of two the higher one. */
export function upperMiddle<T>(readings: readonly T[], figure: (reading: T) => bigint): T {
  return middle(readings, figure, Math.floor(readings.length / 2))
}

function middle<T>(readings: readonly T[], figure: (reading: T) => bigint, place: number): T {
  const sorted = readings.toSorted((a, b) => Number(figure(a) > figure(b)) - Number(figure(a) < figure(b)))
  const found = sorted[place]
  if (found === undefined) throw new Error('there is no reading')
  return found
}
