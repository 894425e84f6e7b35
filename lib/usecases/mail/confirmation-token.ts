import { hashSecret } from '../auth/secrets.ts'
import type { Services } from '../context.ts'

/** The secret of a new link, of which only the hash is stored. */
export function confirmationToken({ linkKey }: Pick<Services, 'linkKey'>, id: string): string {
  return linkKey.signatures('mail-confirmation', id)[0] ?? ''
}

/** The secret of a stored link, made again from its id when the e-mail is sent. A program with other keys may have made it. */
export function storedToken(
  { linkKey }: Pick<Services, 'linkKey'>,
  { id, tokenHash }: { id: string; tokenHash: Uint8Array },
): string {
  const tokens = linkKey.signatures('mail-confirmation', id)
  return tokens.find((token) => hashSecret(token).equals(tokenHash)) ?? tokens[0] ?? ''
}
