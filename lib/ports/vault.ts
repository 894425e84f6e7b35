/** Encrypts what must be readable again. `place` names table, column and row, so that no value can be moved elsewhere. */
export type Vault = {
  seal(plaintext: string, place: string): string
  /** Throws when the value was sealed for another place or with an unknown key. */
  open(sealed: string, place: string): string
}
