import type { Page } from 'playwright/test'

/** Answers the challenge in the provider's own window. */
export async function approve(page: Page, button: string): Promise<void> {
  const frame = page.frameLocator('#sdkIframe')
  await frame.getByRole('button', { name: button, exact: true }).click({ timeout: 20_000 })
}
