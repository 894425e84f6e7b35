import { z } from 'zod'

// Each description completes the sentence “set it to …”.
export const address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/)
  .describe('an address: 0x and 40 hexadecimal digits')
  .transform((text): `0x${string}` => `0x${text.slice(2).toLowerCase()}`)
export const hash = z
  .string()
  .regex(/^0x[0-9a-f]{64}$/)
  .describe('0x and 64 hexadecimal digits in lower case')
  .transform((text): `0x${string}` => `0x${text.slice(2)}`)
export const integer = (low: number, high: number) =>
  z
    .string()
    .regex(/^\d{1,12}$/)
    .describe(`a whole number from ${low} to ${high}`)
    .transform(Number)
    .pipe(z.number().min(low).max(high))
export const text = z.string().min(1).describe('the text that your provider gives')
export const secret = z.string().min(32).describe('a random text of at least 32 characters')
/** A PEM key; a file of settings may hold it in one line, with `\\n` for its line ends. */
export const privateKey = z
  .string()
  .describe('a private key in PEM, its lines joined by \\n')
  .transform((text) => text.replaceAll('\\n', '\n'))
  .pipe(z.string().regex(/^-----BEGIN (RSA )?PRIVATE KEY-----\n/))
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
export const origin = z
  .url({ protocol: /^https?$/ })
  .describe('a URL that starts with https:// or http://')
  .transform((text) => text.replace(/\/+$/, ''))
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
  .regex(/^[A-Za-z0-9-]{1,39}\/[\w.-]{1,100}$/)
  .describe('a repository as owner/name')
export const commit = z
  .string()
  .regex(/^[0-9a-f]{40}$/)
  .describe('a commit: 40 hexadecimal digits in lower case')
export const webhookSecret = z.string().min(16).describe('a random text of at least 16 characters')
export const entitySecret = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
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
