import { approvedDraft, askToFund, type Client, carryOut, grant } from '#test/journey.ts'
import { Person, type Places } from '#test/people/person.ts'
import { until } from '#test/until.ts'

/** Both may draft for a repository of theirs; a wallet makes one payment at a time. */
const known = [
  { persona: 'clara', login: 'clara-client', account: 'acme' },
  { persona: 'bea', login: 'bea-both', account: 'bea-both' },
] as const

/** Clients with wallets and repositories. */
export function readyClients(places: Places): Promise<Client[]> {
  return Promise.all(
    known.map(async ({ persona, login, account }) => {
      const person = new Person(persona, login, places)
      await person.signIn()
      await person.call('becomeClient')
      const answer = await person.call('initializeWallet', { idempotencyKey: crypto.randomUUID() })
      if (answer.status === 'challenge') await person.approve(answer.challenge_id, answer.wallet_session)
      await until(
        () => person.call('syncWallet').catch(() => undefined),
        (wallet) => wallet !== undefined,
      )
      const { address } = await until(
        () => person.call('getWallet'),
        (wallet) => wallet.is_owner_registered,
        60,
      )
      return { person, wallet: address as `0x${string}`, access: await grant(person, account) }
    }),
  )
}

/** Funds so many jobs, shared between the clients, and gives their numbers. */
export async function fundJobs(clients: readonly Client[], count: number): Promise<string[]> {
  const shares = clients.map((client, index) => fundShare(client, Math.floor((count + index) / clients.length)))
  return (await Promise.all(shares)).flat()
}

async function fundShare(client: Client, count: number): Promise<string[]> {
  const { person, access } = client
  const { data } = await person.call('listRepositoryIssues', { params: { repository_access_id: access.id } })
  const ids: string[] = []
  for (let index = 0; index < count; index += 1) {
    // The wallet wants a sign-in of the last ten minutes.
    if (index % 50 === 49) await person.signIn()
    const issue = data[index % data.length]
    if (!issue) throw new Error(`${access.full_name} has no open issue`)
    const { id } = await approvedDraft(client, issue.number)
    await carryOut(person, await askToFund(person, id))
    const funded = await until(
      () => person.call('getDraft', { params: { id } }),
      ({ state }) => state === 'FUNDED',
    )
    ids.push(funded.onchain_job_id ?? '')
  }
  return ids
}
