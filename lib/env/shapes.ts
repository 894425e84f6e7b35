import { createPrivateKey } from 'node:crypto'
import { isIP } from 'node:net'
import { z } from 'zod'

// Each description completes the sentence “set it to …”.
export const address = z
  .string()
  .regex(/^0x(?!0{40}$)[0-9a-fA-F]{40}$/)
  .describe('an address: 0x and 40 hexadecimal digits')
  .transform((text): `0x${string}` => `0x${text.slice(2).toLowerCase()}`)
export const hash = z
  .string()
  .regex(/^0x[0-9a-f]{64}$/)
  .describe('0x and 64 hexadecimal digits in lower case')
  .transform((text): `0x${string}` => `0x${text.slice(2)}`)
/** A key of the chain's curve, which begins at 1 and ends below its order. */
export const signingKey = z
  .string()
  .refine((text) => /^0x[0-9a-f]{64}$/.test(text) && BigInt(text) > 0n && BigInt(text) < curveOrder)
  .describe('a private key of the chain: 0x and 64 hexadecimal digits in lower case')
  .transform((text): `0x${string}` => `0x${text.slice(2)}`)
const curveOrder = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
export const integer = (low: number, high: number) =>
  z
    .string()
    .regex(/^\d{1,12}$/)
    .describe(`a whole number from ${low} to ${high}`)
    .transform(Number)
    .pipe(z.number().min(low).max(high))
/** Neither spaces nor quotes around it: both come from copying, and no header could carry what is not printable. */
export const text = z
  .string()
  .regex(/^(?!["'])[\x21-\x7e]+(?<!["'])$/)
  .describe('the text that your provider gives, without spaces and quotes')
/** A header of HTTP, as OpenTelemetry writes it: its name, an equals sign, and its value with percent signs for what has to be encoded. */
export const header = z
  .string()
  .regex(/^[\w-]+=[\x21-\x7e]+$/)
  .describe('name=value')
/** What a provider names something, in one word. */
export const word = z
  .string()
  .regex(/^[\w.-]*$/)
  .describe('the name that your provider gives: letters, digits, dots and hyphens')
const random = (length: number) =>
  z
    .string()
    .min(length)
    .refine((value) => value.trim() === value && new Set(value).size >= 8)
    .describe(`a random text of at least ${length} characters, without spaces around it`)
export const secret = random(32)
/** A PEM key; a file of settings may hold it in one line, with `\\n` for its line ends. */
export const privateKey = z
  .string()
  .describe('a private key in PEM, its lines joined by \\n')
  .transform((text) => text.replaceAll('\\n', '\n').replaceAll('\r\n', '\n'))
  .pipe(z.string().refine(isRsaKey))
/** Items separated by commas; an empty or padded one is a slip of the pen, which must not pass for a value. */
export const list = <Item extends z.ZodType<unknown, string>>(item: Item) =>
  z
    .string()
    .describe(`a list, separated by commas without spaces, each item ${shapeOf(item)}`)
    .transform((text) => text.split(','))
    .pipe(
      z.array(
        z
          .string()
          .regex(/^\S(.*\S)?$/, 'an item of the list is empty or has spaces around it')
          .pipe(item),
      ),
    )
const hostname = /^([\w-]+\.)*[\w-]+\.?$|^\[[\da-f:.]+\]$/i
const loopbackName = /^(localhost|127(\.\d+){3}|\[::1\])$/
const partsOf = (value: string) => (URL.canParse(value) ? new URL(value) : undefined)
/** Requests cannot carry a user and a password in their address, and what shows the address would show them. */
const webUrl = z.url({ protocol: /^https?$/, hostname }).refine((value) => {
  const parts = partsOf(value)
  return parts && !parts.username && !parts.password && !parts.hash && !/\s/.test(value)
})
const isPrivate = (value: string) =>
  partsOf(value)?.protocol === 'https:' || loopbackName.test(partsOf(value)?.hostname ?? '')
const withoutSlash = (value: string) => value.replace(/\/+$/, '')
export const url = webUrl
  .describe('a URL that starts with https:// or http://, without user, password and #')
  .transform(withoutSlash)
/** What is read there, or sent there, is worth changing or stealing on the way. */
export const secureUrl = webUrl
  .refine(isPrivate)
  .describe('a URL that starts with https://, or http:// on this machine, without user, password and #')
  .transform(withoutSlash)
/** Compared with what browsers send, which is in lower case and without the usual port. */
export const origin = webUrl
  .refine((value) => isPrivate(value) && /^https?:\/\/[^/?]+\/*$/i.test(value))
  .describe('https:// and a host name, or http:// on this machine, with nothing behind it but a port')
  .transform((value) => new URL(value).origin)
/** No other parameter: those that the address carries would take the place of the service's bounds on statements. */
export const databaseUrl = z
  .url({ protocol: /^postgres(ql)?$/, hostname })
  .refine((value) => {
    const parts = partsOf(value)
    const isWhole = parts && /^\/[^/]+$/.test(parts.pathname) && !parts.hash
    return isWhole && /^(\?sslmode=(disable|require|verify-full))?$/.test(parts.search) && isDecodable(value)
  })
  .describe('postgres://user:password@host:port/database, in percent encoding, with no parameter but sslmode')
/** A name or an address of this machine to listen on. */
export const listenHost = z
  .string()
  .refine((value) => isIP(value) > 0 || (/^[\w.-]+$/.test(value) && !/^[\d.]+$/.test(value)))
  .describe('an address or a host name, without a port')
export const smtpUrl = z
  .url({ protocol: /^smtps?$/, hostname: /./ })
  .refine((text) => URL.canParse(text) && /^\/?$/.test(new URL(text).pathname))
  .describe('a URL such as smtps://user:password@smtp.example.org:465')
/** An address, alone or with a name before it. */
export const sender = z
  .string()
  .regex(/^([^<>@\p{Cc}]{1,60} <[^<>@\s]{1,64}@[A-Za-z0-9.-]{1,190}>|[^<>@\s]{1,64}@[A-Za-z0-9.-]{1,190})$/u)
  .describe('an e-mail address, such as Jobwright <notifications@example.org>')
export const oneOf = <const Words extends readonly [string, ...string[]]>(...words: Words) =>
  z.enum(words).describe(`one of ${words.join(', ')}`)

export const loopback = z
  .string()
  .regex(/^(localhost|127\.0\.0\.1):\d{1,5}$/)
  .describe('localhost:port or 127.0.0.1:port')
export const repository = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9-]{0,38}\/(?!\.{1,2}$)[\w.-]{1,100}$/)
  .describe('a repository as owner/name')
export const commit = z
  .string()
  .regex(/^[0-9a-f]{40}$/)
  .describe('a commit: 40 hexadecimal digits in lower case')
export const webhookSecret = random(16)
export const entitySecret = z
  .string()
  .regex(/^(?!0{64}$)[0-9a-f]{64}$/)
  .describe('64 hexadecimal digits in lower case')
export const appId = z
  .string()
  .regex(/^[1-9]\d{0,14}$/)
  .describe('the number of the App')

/** What a setting looks like; optional, default and list stand around the schema that says it. */
export function shapeOf(schema: z.core.$ZodType | undefined): string {
  const { innerType, in: input } = (schema?._zod.def ?? {}) as { innerType?: z.core.$ZodType; in?: z.core.$ZodType }
  const description = schema && z.globalRegistry.get(schema)?.description
  if (description) return description
  const inner = innerType ?? input
  return inner ? shapeOf(inner) : 'a text'
}

function isDecodable(value: string): boolean {
  try {
    return decodeURIComponent(value) !== ''
  } catch {
    return false
  }
}

function isRsaKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa'
  } catch {
    return false
  }
}
