import type { Places } from '#test/people/person.ts'

/** What people do at the repository host, and what goes wrong there. */
export async function atHost<Answer>(places: Places, method: string, path: string, body?: object): Promise<Answer> {
  const response = await fetch(`${places.repositories}/sandbox${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(method !== 'GET' && method !== 'DELETE' && { body: JSON.stringify(body ?? {}) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
  return (text ? JSON.parse(text) : undefined) as Answer
}

/** The installation of an account, as the host knows it. */
export async function installationOf(places: Places, account: string): Promise<number> {
  const all = await atHost<{ id: number; account: { login: string } }[]>(places, 'GET', '/installations')
  const found = all.find((one) => one.account.login === account)
  if (!found) throw new Error(`${account} has no installation`)
  return found.id
}
