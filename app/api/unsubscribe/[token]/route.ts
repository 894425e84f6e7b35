import { counted } from '#lib/http/counted.ts'
import { unsubscribeDone, unsubscribePage } from '#lib/http/unsubscribe-page.ts'

/** A GET changes nothing, since programs that check e-mails open every link. */
export const GET = counted(async (_, route) => unsubscribePage((await route?.params)?.token ?? ''))

export const POST = counted(async (_, route) => unsubscribeDone((await route?.params)?.token ?? ''))
