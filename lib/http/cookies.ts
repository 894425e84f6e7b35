import { sealData, unsealData } from 'iron-session'
import { LRUCache } from 'lru-cache'
import { Failure } from '../domain/failure.ts'
import { deriveKey } from '../vault/aes-vault.ts'

export type Cookies = {
  read: (request: Request) => Promise<string | undefined>
  /** The request's cookie as a new one, when an older secret than the first sealed it. */
  renew: (request: Request) => Promise<string | undefined>
  write: (secret: string) => Promise<string>
  clear: () => string
}

type CookieOptions = {
  name: string
  purpose: string
  maxAgeSeconds: number
  /** The first one seals, and each of them opens. */
  secrets: readonly string[]
  isSecure: boolean
}

type Opened = { secret: string; isRenewable: boolean }

/**
 * A cookie whose value is an opaque secret in an envelope with its own key, so that the cookie of one purpose opens
 * for no other. The envelope alone proves nothing: the secret is looked up in the database on every request.
 */
export function createCookie(options: CookieOptions): Cookies {
  const name = options.isSecure ? `__Host-${options.name}` : options.name
  const passwords = options.secrets.map((secret) => deriveKey(secret, `cookie/${options.purpose}`).toString('base64'))
  const [password = ''] = passwords
  const attributes = `Path=/; HttpOnly; SameSite=Lax${options.isSecure ? '; Secure' : ''}`
  const unsealed = new LRUCache<string, Opened>({ max: 10_000 })

  async function open(request: Request): Promise<Opened | undefined> {
    const sealed = cookieValue(request.headers.get('cookie'), name)
    const opened = sealed && (unsealed.get(sealed) ?? (await unseal(sealed)))
    if (sealed && opened) unsealed.set(sealed, opened)
    return opened || undefined
  }

  // An envelope names no secret: programs that are exchanged one after the other list theirs in different orders.
  async function unseal(sealed: string): Promise<Opened | undefined> {
    for (const [place, password] of passwords.entries()) {
      type Content = { purpose?: string; secret?: string }
      const { purpose, secret } = await unsealData<Content>(sealed, { password, ttl: options.maxAgeSeconds })
      if (purpose === options.purpose && secret) return { secret, isRenewable: place > 0 }
    }
    return undefined
  }

  async function write(secret: string): Promise<string> {
    const sealed = await sealData({ purpose: options.purpose, secret }, { password, ttl: options.maxAgeSeconds })
    return `${name}=${sealed}; Max-Age=${options.maxAgeSeconds}; ${attributes}`
  }

  return {
    read: async (request) => (await open(request))?.secret,
    renew: async (request) => {
      const opened = await open(request)
      return opened?.isRenewable ? write(opened.secret) : undefined
    },
    write,
    clear: () => `${name}=; Max-Age=0; ${attributes}`,
  }
}

function cookieValue(header: string | null, name: string): string | undefined {
  const values = (header ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(`${name}=`))
  if (values.length > 1) throw new Failure('invalid_request', `The cookie ${name} was sent more than once.`)
  return values[0]?.slice(name.length + 1)
}
