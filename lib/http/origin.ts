import { Failure } from '../domain/failure.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses unsafe requests that a foreign page could have made with this browser's cookie: Origin and Sec-Fetch-Site must
 * name this origin where sent, and one of the two must be sent.
 */
export function assertSameOrigin(request: Request, publicOrigin: string): void {
  if (safeMethods.has(request.method)) return
  const origin = request.headers.get('origin')
  const site = request.headers.get('sec-fetch-site')
  const isOurs = (origin === null || origin === publicOrigin) && (site === null || site === 'same-origin')
  if (isOurs && (origin !== null || site !== null)) return
  throw new Failure('cross_origin', `Send this request from ${publicOrigin}, with its Origin header.`)
}

/**
 * Refuses what a foreign page sends to a path that takes no cookie, also one whose name was made to lead here. Programs
 * send no Origin.
 */
export function assertNoForeignOrigin(request: Request, publicOrigin: string): void {
  const origin = request.headers.get('origin')
  if (origin === null || origin === publicOrigin) return
  throw new Failure('cross_origin', `Send this from a program without an Origin header, or from ${publicOrigin}.`)
}

/** Unsafe requests say that they carry JSON, or say nothing, so that no HTML form can make one. */
export function assertJson(request: Request): void {
  if (safeMethods.has(request.method)) return
  if (request.headers.has('content-type') || request.headers.has('content-encoding')) assertJsonBody(request)
}

/** What carries a body must say that it is JSON. */
export function assertJsonBody(request: Request): void {
  const [type, ...parameters] = (request.headers.get('content-type') ?? '').toLowerCase().split(';')
  if (request.headers.has('content-encoding'))
    throw new Failure('unsupported_media_type', 'Send the body without a content encoding.')
  if (type?.trim() !== 'application/json')
    throw new Failure('unsupported_media_type', 'Send the body as application/json.')
  const charset = parameters
    .map((one) => /^\s*charset="?([^"]*)"?\s*$/.exec(one)?.[1])
    .find((name) => name !== undefined)
  if (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8')
    throw new Failure('unsupported_media_type', 'JSON is always UTF-8; send it so, and name no other charset.')
}

/** A delivery whose signed bytes are a form cannot be read as the JSON that was agreed on. */
export function assertNoForm(request: Request): void {
  const type = request.headers.get('content-type')?.toLowerCase() ?? ''
  if (type.startsWith('application/x-www-form-urlencoded') || type.startsWith('multipart/'))
    throw new Failure(
      'unsupported_media_type',
      'Deliver the event as application/json; the webhook’s settings say how.',
    )
}
