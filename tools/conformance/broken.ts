/** The rule does not hold; the message says what was seen instead. */
export class Broken extends Error {}

/** The rule could not be looked at here; the message says why. */
export class NotChecked extends Error {}

export function require(condition: boolean, otherwise: string): asserts condition {
  if (!condition) throw new Broken(otherwise)
}
