/** Encrypts what must be readable again. `place` names table, column and row, so that no value can be moved elsewhere. */
export type Vault = {
  seal(plaintext: string, place: string): string
  /**
   * Throws `unavailable` when none of this program's keys sealed the value, and any other error when it was changed, or
   * sealed for another place.
   */
  open(sealed: string, place: string): string
  /** The names of the keys, which tell nothing about them: first that of the one that seals. */
  readonly keyNames: readonly string[]
}
