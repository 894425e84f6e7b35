import type { RuntimeAddress } from '../ports/runtimes.ts'

const grammar =
  /^service-connect:\/\/(?<host>[A-Za-z0-9.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(:(?<port>[1-9]\d{0,4}))?(?<base>\/[A-Za-z0-9/_-]{0,200})?\?(?<query>[A-Za-z0-9_=&-]{1,200})$/
const values = new Map([
  ['v', /^1$/],
  ['token', /^[A-Za-z0-9_-]{43}$/],
  ['key', /^0x[0-9a-fA-F]{40}$/],
])

/** Reads `service-connect://<host>[:port][/base]?v=1&token=…&key=…`; undefined for any other text. */
export function readPairingToken(text: string): { address: RuntimeAddress; token: string } | undefined {
  const parts = grammar.exec(text)?.groups
  const query = parts && readQuery(parts.query ?? '')
  if (!query) return undefined
  const { host = '', port, base = '' } = parts
  const address: RuntimeAddress = {
    host: host.toLowerCase(),
    port: port === undefined ? null : Number(port),
    base: base.replace(/\/$/, ''),
    key: `0x${query.key.slice(2).toLowerCase()}`,
  }
  return { address, token: query.token }
}

/** Each parameter exactly once and no other. */
function readQuery(text: string): { token: string; key: string } | undefined {
  const pairs = text.split('&').map((pair) => pair.split('='))
  const found = new Map(pairs.map(([name = '', value = '']) => [name, value]))
  const isComplete = pairs.length === values.size && found.size === pairs.length
  const isRight = pairs.every(([name = '', value = '', ...more]) => more.length === 0 && values.get(name)?.test(value))
  const [token, key] = [found.get('token'), found.get('key')]
  return isComplete && isRight && token && key ? { token, key } : undefined
}
