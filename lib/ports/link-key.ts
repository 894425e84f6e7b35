type Purpose = 'mail-confirmation' | 'unsubscribe'

/** Signs what a link in an e-mail says, so that it opens nothing else. */
export type LinkKey = {
  /** By every secret; new links are signed with the first one. */
  signatures(purpose: Purpose, text: string): string[]
  /** Whether any of the secrets signed it. */
  verify(purpose: Purpose, text: string, signature: string): boolean
}
