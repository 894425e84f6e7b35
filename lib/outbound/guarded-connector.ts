import type { LookupAddress, LookupOptions } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { buildConnector } from 'undici'

/** All addresses of a name. */
export type Resolve = (hostname: string, options: LookupOptions & { all: true }) => Promise<LookupAddress[]>

/** Why no connection was opened; the message never leaves the adapters. */
export class ConnectError extends Error {
  readonly fault: 'forbidden_address' | 'not_reachable'

  constructor(fault: ConnectError['fault']) {
    super(fault)
    this.fault = fault
  }
}

type Guard = (address: string) => boolean

/**
 * Opens connections to allowed addresses only. A literal never passes through a lookup, so it is checked directly; a
 * name is looked up once and connected to what was checked; and the peer is checked again before a byte is sent.
 */
export function guardedConnector(
  isAllowed: Guard,
  resolve: Resolve,
  timeoutMs: number,
): ReturnType<typeof buildConnector> {
  const connect = buildConnector({
    timeout: timeoutMs,
    allowH2: false,
    maxCachedSessions: 0,
    rejectUnauthorized: true,
    lookup: guardedLookup(isAllowed, resolve),
  })
  return (options, callback) => {
    const literal = options.hostname.replace(/^\[(.*)\]$/, '$1')
    if (isIP(literal) && !isAllowed(literal)) {
      callback(new ConnectError('forbidden_address'), null)
      return
    }
    connect(options, (error, socket) => {
      if (error) {
        callback(error, null)
      } else if (isAllowed(socket.remoteAddress ?? '')) {
        callback(null, socket)
      } else {
        socket.destroy()
        callback(new ConnectError('forbidden_address'), null)
      }
    })
  }
}

/** One forbidden address among those of a name forbids the name. */
function guardedLookup(isAllowed: Guard, resolve: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }).then(
      (addresses) => {
        const [first] = addresses
        if (!first) callback(new ConnectError('not_reachable'), '')
        else if (!addresses.every(({ address }) => isAllowed(address)))
          callback(new ConnectError('forbidden_address'), '')
        else if (options.all) callback(null, addresses)
        else callback(null, first.address, first.family)
      },
      () => callback(new ConnectError('not_reachable'), ''),
    )
  }
}
