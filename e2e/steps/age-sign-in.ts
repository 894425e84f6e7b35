import type { Page } from 'playwright/test'
import postgres from 'postgres'
import type { Stack } from './stack.ts'

/** Makes this browser's sign-in eleven minutes old. */
export async function ageSignIn(page: Page, stack: Stack): Promise<void> {
  const me = await page.request.get('/api/v1/auth/me/')
  const { session } = await me.json()
  const sql = postgres(stack.variables.DATABASE_URL ?? '', { max: 1, onnotice: () => undefined })
  await sql.begin(async (tx) => {
    await tx`select set_config('jobwright.transaction', 'on', true)`
    await tx`update sessions set signed_in_at = now() - interval '11 minutes' where id = ${session.id}`
  })
  await sql.end()
}
