/** What the console of a runtime shows: where it is, its one-time token and the address of its key. */
export type PairingToken = { url: string; token: string; key: string }

/** Throws when the text is no pairing token. Loopback is spoken to over plain HTTP, everything else over TLS. */
export function readPairingToken(text: string): PairingToken {
  const found = /^service-connect:\/\/([^/?#\s]+)(\/[^?#\s]*)?\?(\S+)$/.exec(text.trim())
  const query = new URLSearchParams(found?.[3] ?? '')
  const [token, key] = [query.get('token') ?? '', query.get('key') ?? '']
  const isWhole = query.get('v') === '1' && /^[A-Za-z0-9_-]{43}$/.test(token) && /^0x[0-9a-f]{40}$/.test(key)
  const host = found?.[1]
  if (!host || !isWhole) throw new Error('This is no pairing token: service-connect://host?v=1&token=…&key=0x…')
  const isLoopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/.test(host)
  return { url: `${isLoopback ? 'http' : 'https'}://${host}${(found[2] ?? '').replace(/\/+$/, '')}`, token, key }
}
