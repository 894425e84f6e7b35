import type { CallInput, ReplyOf } from '#lib/client/api.ts'
import { atHost } from './journey.ts'
import type { Person } from './people/person.ts'
import type { Service } from './service.ts'

export type Status = ReplyOf<'getGithubStatus'>
type Completion = NonNullable<CallInput<'completeGithubInstall'>['body']>

/** Goes through the host's installation page and gives what its redirect carries back. */
export async function redirectOf(person: Person, account = 'acme'): Promise<Completion> {
  const { installation_url } = await person.call('startGithubInstall')
  const returned = await person.installApp(installation_url, account)
  return Object.fromEntries(returned) as Completion
}

/** The names of the repositories that the status lists. */
export function namesIn(status: Status): string[] {
  return status.installations.flatMap((one) => one.repositories.map((row) => row.full_name)).sort()
}

/** A repository of an account, on which the person may push. */
export async function addRepository(
  service: Service,
  options: { name: string; owner?: string; login?: string; private?: boolean },
): Promise<{ id: number; fullName: string }> {
  const { name, owner = 'acme', login = 'clara-client' } = options
  const body = { owner, name, private: options.private ?? false }
  const { id } = await atHost<{ id: number }>(service, 'POST', '/repos', body)
  const fullName = `${owner}/${name}`
  if (login !== owner) await atHost(service, 'PUT', `/repos/${fullName}/collaborators/${login}`, { permission: 'push' })
  return { id, fullName }
}

export type InstallationId = { id: number; account: { login: string } }

/** The installation of an account, as the host knows it. */
export async function installationOf(service: Service, account: string): Promise<number> {
  const all = await atHost<InstallationId[]>(service, 'GET', '/installations')
  const found = all.find((one) => one.account.login === account)
  if (!found) throw new Error(`${account} has no installation`)
  return found.id
}

/** Has the host announce these kinds of events of an account's repositories too. */
export async function subscribe(service: Service, account: string, events: string[]): Promise<void> {
  await atHost(service, 'PUT', `/installations/${await installationOf(service, account)}/permissions`, { events })
}
