/** Signs what a link in an e-mail says, so that it opens nothing else. */
export type LinkKey = {
  sign(purpose: 'mail-confirmation' | 'unsubscribe', text: string): string
  verify(purpose: 'mail-confirmation' | 'unsubscribe', text: string, signature: string): boolean
}
