import { LRUCache } from 'lru-cache'
import type postgres from 'postgres'

/** The database holds each in the memory of each connection, so that no more are prepared, however many texts are sent. */
const preparedMax = 400
/** Texts whose first use is remembered; lists of placeholders have many that never come again. */
const rememberedMax = 1_000

type IsPrepared = (text: string) => boolean

/**
 * The driver, which otherwise has the database parse and plan a statement with values each time, and asks it for their
 * types first. A text is prepared on a connection from its second use in this program on.
 */
export function preparing(client: postgres.Sql): postgres.Sql {
  const prepared = new Set<string>()
  const remembered = new LRUCache<string, true>({ max: rememberedMax })
  return withPrepared(client, (text) => {
    if (prepared.has(text)) return true
    if (prepared.size < preparedMax && remembered.has(text)) prepared.add(text)
    remembered.set(text, true)
    return prepared.has(text)
  })
}

function withPrepared<Client extends postgres.Sql | postgres.TransactionSql>(
  client: Client,
  isPrepared: IsPrepared,
): Client {
  const unsafe: postgres.ISql['unsafe'] = (text, values, options) =>
    client.unsafe(text, values, { ...options, prepare: values !== undefined && values.length > 0 && isPrepared(text) })
  return new Proxy(client, {
    get(target, name) {
      if (name === 'unsafe') return unsafe
      const member: unknown = Reflect.get(target, name)
      if (name !== 'begin' && name !== 'savepoint') return member
      return (work: (tx: postgres.TransactionSql) => unknown) =>
        Reflect.apply(member as (...args: unknown[]) => unknown, target, [
          (tx: postgres.TransactionSql) => work(withPrepared(tx, isPrepared)),
        ])
    },
  })
}
