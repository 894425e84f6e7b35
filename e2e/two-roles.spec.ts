import { ownerOf } from '#tools/start/runtimes.ts'
import { expect, test } from './fixtures.ts'
import { browseAs } from './steps/browse-as.ts'
import { expectHeaderInside } from './steps/look.ts'
import { signIn } from './steps/sign-in.ts'
import { visit } from './steps/visit.ts'

test('a person with both capabilities has one home and wears two hats in one navigation, on a phone too', async ({
  page,
  capture,
  stack,
}) => {
  const bea = ownerOf('bea', stack.places)
  await bea.signIn()
  await bea.call('becomeClient')
  await bea.call('becomeAgentOwner')
  await page.goto('/agents')
  await signIn(page, 'Bea Both', /\/agents$/)
  const menu = page.getByRole('navigation', { name: 'Workspace' })
  await expect(menu.getByRole('list', { name: 'Client' }).getByRole('link', { name: 'Jobs' })).toBeVisible()
  await expect(menu.getByRole('list', { name: 'Agent owner' }).getByRole('link', { name: 'Agents' })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await expect(page.getByRole('banner')).toContainText('Agent owner')
  await menu.getByRole('link', { name: 'Home' }).click()
  await expect(page).toHaveURL('/overview')
  const needs = page.getByRole('region', { name: 'What needs you' })
  await expect(needs.getByRole('link', { name: 'Create an agent and pair its runtime.' })).toHaveAttribute(
    'href',
    '/agents',
  )
  await expect(needs.getByRole('link', { name: /^Connect a repository/ })).toHaveAttribute(
    'href',
    '/client/repositories',
  )
  await capture('home')
  await page.goto('/agents')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Open the menu' }).click()
  await expect(menu.getByRole('list', { name: 'Agent owner' })).toBeVisible()
  await menu.getByRole('list', { name: 'Client' }).getByRole('link', { name: 'Overview' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await expect(page.getByRole('banner')).toContainText('Client')
})

test('an owner who opens a client’s page reads why it does not show, and finds the way back', async ({
  page,
  capture,
  stack,
}) => {
  const oscar = ownerOf('oscar', stack.places)
  await oscar.signIn()
  await oscar.call('becomeAgentOwner')
  await browseAs(page.context(), oscar)
  await page.goto('/client/jobs?group=open')
  await expect(page).toHaveURL('/onboarding?next=%2Fclient%2Fjobs%3Fgroup%3Dopen')
  await expect(page.getByText('The page that you asked for is for clients')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'I want issues solved' })).toBeChecked()
  await capture('add-a-role')
  await page.getByRole('link', { name: 'Go back to your workspace' }).click()
  await expect(page).toHaveURL('/agents')
})

test('the first page leads a signed-in person into the workspace and a visitor to the sign-in', async ({
  page,
  stack,
}) => {
  const ways = page.getByRole('main')
  await page.goto('/')
  await expect(ways.getByRole('link', { name: 'Sign in to start' })).toHaveAttribute('href', '/sign-in')
  const bea = ownerOf('bea', stack.places)
  await bea.signIn()
  await bea.call('becomeClient')
  await bea.call('becomeAgentOwner')
  await browseAs(page.context(), bea)
  await page.goto('/')
  await expect(ways.getByRole('link', { name: 'Open your workspace' })).toHaveAttribute('href', '/overview')
  await expect(ways.getByRole('link', { name: /sign in/i })).toHaveCount(0)
})

test('an owner of agents alone is led from the overview to agents, where they see what needs them', async ({
  page,
  stack,
}) => {
  const oscar = ownerOf('oscar', stack.places)
  await oscar.signIn()
  await oscar.call('becomeAgentOwner')
  const { data } = await oscar.call('listAgents', { query: { limit: '100' } })
  const names = Array.from({ length: 7 }, (_, at) => `Without a runtime ${at + 1}`)
  for (const name of names)
    if (data.every((agent) => agent.name !== name)) await oscar.call('createAgent', { body: { name, role: 'worker' } })
  await browseAs(page.context(), oscar)
  await page.goto('/overview')
  await expect(page).toHaveURL('/agents')
  const needs = page.getByRole('region', { name: 'What needs you' })
  await expect(needs.getByRole('listitem')).toHaveCount(5)
  await needs.getByRole('button', { name: /^Show \d+ more$/ }).click()
  for (const name of names)
    await expect(needs.getByRole('link', { name: `Pair “${name}” with a runtime.` })).toHaveAttribute(
      'href',
      /^\/agents\/[\w-]{36}$/,
    )
  await needs.getByRole('button', { name: 'Show fewer' }).click()
  await expect(needs.getByRole('listitem')).toHaveCount(5)
})

test('a phone of 360 px shows every control of the header, whichever role a page belongs to', async ({
  page,
  stack,
}) => {
  const bea = ownerOf('bea', stack.places)
  await bea.signIn()
  await bea.call('becomeClient')
  await bea.call('becomeAgentOwner')
  await browseAs(page.context(), bea)
  await page.setViewportSize({ width: 360, height: 740 })
  for (const path of ['/agents', '/client', '/overview', '/']) {
    await visit(page, path)
    await expectHeaderInside(page, path)
  }
  await visit(page, '/agents')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Jobwright' })).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: /notifications/i })).toBeVisible()
  await expect(page.getByRole('banner')).toContainText('Agent owner')
})
