import pLimit from 'p-limit'
import type postgres from 'postgres'

type Sent = { handler: (query: Promise<unknown>) => void }

/**
 * The driver with one statement or one transaction on a connection at a time; the others wait in the order in which they
 * came. Without this it sends up to a hundred at once, all behind the slowest, and a `begin` that comes last of them
 * leaves its transaction open on a connection that other callers then write into
 * (https://github.com/porsager/postgres/issues/1189).
 */
export function withOwnConnections(client: postgres.Sql, max: number): postgres.Sql {
  const turn = pLimit(max)
  const begin = (...asked: unknown[]) => turn(() => Reflect.apply(client.begin, client, asked))
  const unsafe = (...asked: Parameters<postgres.ISql['unsafe']>) => {
    const query = client.unsafe(...asked)
    const sent = query as unknown as Sent
    const { handler } = sent
    sent.handler = () => {
      void turn(() => {
        handler(query)
        return query.then(ignore, ignore)
      })
    }
    return query
  }
  const own: Record<string | symbol, unknown> = { begin, unsafe }
  return new Proxy(client, { get: (target, name) => own[name] ?? Reflect.get(target, name) })
}

function ignore(): void {}
