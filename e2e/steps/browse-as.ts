import type { BrowserContext } from 'playwright/test'
import type { Person } from '#test/people/person.ts'

/** Lets a browser go on with the session that a person has, whose sign-in is recent also late in a long run. */
export async function browseAs(context: BrowserContext, person: Person): Promise<void> {
  await person.signInUnlessRecent()
  const cookies = person
    .cookieHeader()
    .split('; ')
    .map((pair) => {
      const at = pair.indexOf('=')
      return { name: pair.slice(0, at), value: pair.slice(at + 1), url: person.places.origin, httpOnly: true }
    })
  await context.addCookies(cookies)
}
