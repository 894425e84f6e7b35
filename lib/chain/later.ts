/** The later of two blocks. */
export const later = (a: bigint, b: bigint) => (a > b ? a : b)
