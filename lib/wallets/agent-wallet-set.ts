import { createHash } from 'node:crypto'
import type { initiateDeveloperControlledWalletsClient } from '@circle-fin/developer-controlled-wallets'
import { callingAsService, incomplete } from './circle-errors.ts'

export type AgentClient = ReturnType<typeof initiateDeveloperControlledWalletsClient>

const setName = 'jobwright-agents'
const pageSize = 50

/** The id of the wallet set in which agents' wallets are: the given one, else the one of the fixed name, made when it is missing. */
export function rememberWalletSet(client: AgentClient, given: string | undefined): () => Promise<string> {
  let known: Promise<string> | undefined = given === undefined ? undefined : Promise.resolve(given)
  return () => {
    known ??= findOrMake(client).catch((error: unknown) => {
      known = undefined
      throw error
    })
    return known
  }
}

async function findOrMake(client: AgentClient): Promise<string> {
  const found = await find(client)
  if (found) return found
  // Every program that makes it uses the same key, so that they all get the same one.
  const idempotencyKey = uuidOf(setName)
  const { data } = await callingAsService(() => client.createWalletSet({ name: setName, idempotencyKey }))
  if (!data?.walletSet?.id) throw incomplete()
  return data.walletSet.id
}

/** The oldest of that name. */
async function find(client: AgentClient): Promise<string | undefined> {
  let pageAfter: string | undefined
  do {
    const page = { order: 'ASC' as const, pageSize, ...(pageAfter && { pageAfter }) }
    const { data } = await callingAsService(() => client.listWalletSets(page))
    const sets = data?.walletSets ?? []
    const found = sets.find((set) => 'name' in set && set.name === setName)
    if (found) return found.id
    pageAfter = sets.length === pageSize ? sets.at(-1)?.id : undefined
  } while (pageAfter)
  return undefined
}

/** A UUID of version 4 in form, the same for the same text. */
function uuidOf(text: string): string {
  const bytes = createHash('sha256').update(text).digest()
  bytes[6] = 0x40 | ((bytes[6] ?? 0) & 0x0f)
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-')
}
