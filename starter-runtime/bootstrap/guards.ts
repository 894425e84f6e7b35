import { readAtMost } from '#lib/domain/read-at-most.ts'
import { Refusal } from './refusal.ts'

/** Only requests that name this runtime reach it, so that a foreign page cannot rebind its own name to this address. */
export function requireHost(request: Request, allowed: ReadonlySet<string>): void {
  const host = request.headers.get('host')?.toLowerCase() ?? ''
  if (!allowed.has(host)) throw new Refusal('wrong_host')
}

/** A change is asked for by this runtime's own pages, or by a program that is no browser. */
export function requireSameOrigin(request: Request): void {
  const site = request.headers.get('sec-fetch-site')
  const origin = request.headers.get('origin')
  const host = request.headers.get('host')?.toLowerCase() ?? ''
  if (site !== null && site !== 'same-origin') throw new Refusal('cross_origin')
  if (origin !== null && (!URL.canParse(origin) || new URL(origin).host !== host)) throw new Refusal('cross_origin')
  // A page can post a form anywhere without asking first, but no current browser does so without saying where from.
  if (site === null && origin === null && !isType(request, 'application/json')) throw new Refusal('cross_origin')
}

/** The JSON value of a body, read as a stream so that no more than `limit` bytes are ever held. */
export async function readJson(request: Request, limit: number): Promise<unknown> {
  if (!isType(request, 'application/json')) throw new Refusal('unsupported_media_type')
  const text = await readText(request, limit)
  try {
    return text === '' ? {} : JSON.parse(text)
  } catch {
    throw new Refusal('invalid_request', 'The body is not JSON.')
  }
}

/** The fields of a form or of a flat JSON object. */
export async function readFields(request: Request, limit: number): Promise<URLSearchParams> {
  if (isType(request, 'application/x-www-form-urlencoded')) return new URLSearchParams(await readText(request, limit))
  const value = await readJson(request, limit)
  if (typeof value !== 'object' || value === null) throw new Refusal('invalid_request')
  const entries = Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return new URLSearchParams(entries)
}

export function isType(request: Request, type: string): boolean {
  return request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() === type
}

async function readText(request: Request, limit: number): Promise<string> {
  const tooLarge = () => new Refusal('body_too_large', `The body may hold ${limit} bytes.`)
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge()
  const bytes = await readAtMost(request.body, limit)
  if (!bytes) throw tooLarge()
  return bytes.toString('utf8')
}
