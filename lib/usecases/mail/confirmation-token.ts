import type { Services } from '../context.ts'

/** The secret of a link; made again from the id when the e-mail is sent, so that only its hash is stored. */
export function confirmationToken({ linkKey }: Pick<Services, 'linkKey'>, id: string): string {
  return linkKey.sign('mail-confirmation', id)
}
