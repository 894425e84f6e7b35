import { sealData, unsealData } from 'iron-session'
import { LRUCache } from 'lru-cache'
import { Failure } from '../domain/failure.ts'
import { deriveKey } from '../vault/aes-vault.ts'

export type Cookies = {
  read: (request: Request) => Promise<string | undefined>
  write: (secret: string) => Promise<string>
  clear: () => string
}

type CookieOptions = { name: string; purpose: string; maxAgeSeconds: number; secret: string; isSecure: boolean }

/**
 * A cookie whose value is an opaque secret in an envelope with its own key, so that the cookie of one purpose opens
 * for no other. The envelope alone proves nothing: the secret is looked up in the database on every request.
 */
export function createCookie(options: CookieOptions): Cookies {
  const name = options.isSecure ? `__Host-${options.name}` : options.name
  const password = deriveKey(options.secret, `cookie/${options.purpose}`).toString('base64')
  const attributes = `Path=/; HttpOnly; SameSite=Lax${options.isSecure ? '; Secure' : ''}`
  const unsealed = new LRUCache<string, string>({ max: 10_000 })

  async function unseal(sealed: string): Promise<string | undefined> {
    const known = unsealed.get(sealed)
    if (known) return known
    const data = await unsealData<{ purpose?: string; secret?: string }>(sealed, {
      password,
      ttl: options.maxAgeSeconds,
    })
    if (data.purpose !== options.purpose || !data.secret) return undefined
    unsealed.set(sealed, data.secret)
    return data.secret
  }

  return {
    read: async (request) => {
      const sealed = cookieValue(request.headers.get('cookie'), name)
      return sealed ? unseal(sealed) : undefined
    },
    write: async (secret) => {
      const sealed = await sealData({ purpose: options.purpose, secret }, { password, ttl: options.maxAgeSeconds })
      return `${name}=${sealed}; Max-Age=${options.maxAgeSeconds}; ${attributes}`
    },
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
