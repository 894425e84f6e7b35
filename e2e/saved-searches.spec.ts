import { expect, test } from './fixtures.ts'
import { browseAs } from './steps/browse-as.ts'

test('a search is saved and an issue followed from their pages, and a deleted one comes back', async ({
  page,
  capture,
  livedIn,
}) => {
  // Journeys before this one may have ended every session of this person.
  await livedIn.people.both.signIn()
  await browseAs(page.context(), livedIn.people.both)
  await page.goto('/issues?label=bug&sort=updated')
  await page.getByRole('link', { name: 'Save this search' }).click()
  await page.getByLabel('Name').fill('')
  await page.getByRole('button', { name: 'Save search' }).click()
  await expect(page.getByText('Enter a name')).toBeVisible()
  await expect(page.getByLabel('Name')).toBeFocused()
  await page.getByLabel('Name').fill('Bugs')
  await page.getByRole('button', { name: 'Save search' }).click()
  await expect(page.getByRole('link', { name: 'Bugs', exact: true })).toHaveAttribute('href', '/issues?label=bug')
  await expect(page.getByText('Label: bug')).toBeVisible()

  await page.goto(`/issues/${livedIn.issues.unfunded}`)
  await page.getByRole('link', { name: 'Follow this issue' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Follow an issue')
  await capture('follow-issue')
  await page.getByRole('button', { name: 'Follow issue' }).click()
  const followed = page.getByRole('link', { name: 'acme/slugify-lite#4' })
  await expect(followed).toHaveAttribute('href', `/issues/${livedIn.issues.unfunded}`)

  await followed.click()
  await expect(page.getByText('You follow this issue.')).toBeVisible()
  await page.goto('/saved-searches/new?label=bug')
  await page.getByLabel('Name').fill('Another name')
  await page.getByRole('button', { name: 'Save search' }).click()
  await expect(page.getByText('You saved this search already, as “Bugs”.')).toBeVisible()
  await page.getByRole('link', { name: 'See your saved searches' }).click()

  const idOfFollowed = async () => (await livedIn.people.both.call('listSavedSearches')).data[0]?.id
  const id = await idOfFollowed()
  await page.getByRole('button', { name: 'Delete the saved search: acme/slugify-lite#4' }).click()
  await expect(followed).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).dblclick()
  await expect(followed).toBeVisible()
  await capture('search-restored')

  // Earlier notifications lead to the same search.
  expect(await idOfFollowed()).toBe(id)
  const { data } = await livedIn.people.both.call('listSavedSearches')
  expect(data.map(({ filter }) => filter)).toEqual([{ number: '4', repository: 'acme/slugify-lite' }, { label: 'bug' }])
  await page.goto(`/saved-searches/${data[0]?.id}`)
  await expect(page).toHaveURL(/\/issues\/acme:slugify-lite:4$/)
  for (const unknown of [crypto.randomUUID(), 'foo']) {
    await page.goto(`/saved-searches/${unknown}`)
    await expect(page).toHaveURL(/\/saved-searches$/)
  }
  for (const { id } of data) await livedIn.people.both.call('deleteSavedSearch', { params: { search_id: id } })
})
