import { expect, test } from './fixtures.ts'

test('a receipt prints on two A4 pages at most, without navigation, with every transfer and whole hashes', async ({
  page,
  livedIn: seen,
}) => {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await page.goto(`/jobs/${seen.jobs.settled}`)
  await expect(page.getByRole('heading', { name: `Receipt of job ${seen.jobs.settled}` })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
  await expect(page.getByText('Download the proof')).toBeHidden()
  await expect(page.locator('[data-transfer="reward"]')).toBeVisible()
  const transaction = page.locator('[data-transfer="reward"] [data-value^="0x"]').last()
  const [whole, shown] = await transaction.evaluate((element) => [
    element.getAttribute('data-value'),
    getComputedStyle(element, '::before').content,
  ])
  expect(shown).toBe(`"${whole}"`)
  expect(await page.locator('body').evaluate((body) => getComputedStyle(body).color)).toBe('rgb(0, 0, 0)')
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(pdf.match(/\/Type \/Page\b/g)?.length).toBeLessThanOrEqual(2)
  expect(pdf).toMatch(/\/MediaBox \[0 0 59[45][.\d]* 84[12][.\d]*\]/)
})
