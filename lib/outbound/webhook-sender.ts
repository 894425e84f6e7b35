import { Agent, type Dispatcher, request } from 'undici'
import { Failure } from '../domain/failure.ts'
import type { WebhookAnswer, WebhookRequest, WebhookResult, WebhookSender } from '../ports/webhook-sender.ts'
import { guardedConnector, type Resolve } from './guarded-connector.ts'
import { isDomainName, isLoopback, isPublic } from './public-address.ts'
import { resolveByDns } from './resolve-by-dns.ts'

/** `allowsLoopback`: receivers on this machine may be called by plain http; for a local chain alone. */
export type WebhookSenderOptions = { allowsLoopback: boolean; resolve?: Resolve; totalMs?: number }

const urlMax = 2_000
const connectMs = 5_000
const usualTotalMs = 10_000
const answerBytesMax = 64 * 1_024
const keptBytesMax = 1_024
const loopbackHosts: readonly string[] = ['localhost', '127.0.0.1', '[::1]']

/** Posts to addresses that account holders name, through the guarded connector. */
export function createWebhookSender({
  allowsLoopback,
  resolve = resolveByDns(),
  totalMs = usualTotalMs,
}: WebhookSenderOptions): WebhookSender {
  const isHere = ({ protocol, hostname }: URL) =>
    allowsLoopback && protocol === 'http:' && loopbackHosts.includes(hostname)
  const guardOf = (url: URL) => (isHere(url) ? isLoopback : isPublic)

  function parse(text: string): URL {
    const url = text.length <= urlMax && URL.canParse(text) ? new URL(text) : undefined
    if (!url) throw refused('This is not a URL. It looks like https://example.org/webhooks.')
    if (url.username || url.password) throw refused('Leave the user name and the password out of the URL.')
    const port = url.port === '' ? 443 : Number(url.port)
    if (port !== 80 && port !== 443 && port < 1_024) throw refused('Use port 443, 80, or one from 1024 on.')
    if (isHere(url)) return url
    if (url.protocol !== 'https:') throw refused('Use https.')
    if (!isDomainName(url.hostname)) throw refused('Use a public host name such as example.org, not an address.')
    return url
  }

  return {
    parseUrl: (text) => parse(text).href,
    async requirePublic(text) {
      const url = new URL(text)
      if (isHere(url)) return
      // An unknown name and one of a private network are answered alike, so that neither says what is in our network.
      const addresses = await resolve(url.hostname, { all: true }).catch(() => [])
      if (addresses.length > 0 && addresses.every(({ address }) => isPublic(address))) return
      throw refused(
        'This host name does not lead to the public internet alone. Use one whose addresses are all public.',
      )
    },
    async post(message) {
      try {
        return await postOnce(parse(message.url), message, {
          isAllowed: guardOf(new URL(message.url)),
          resolve,
          totalMs,
        })
      } catch (error) {
        return { fault: isTimeout(error) ? 'TIMEOUT' : 'UNREACHABLE' }
      }
    },
  }
}

function refused(message: string): Failure {
  return new Failure('invalid_request', message, { errors: [{ pointer: '/url', message }] })
}

type Bounds = { isAllowed: (address: string) => boolean; resolve: Resolve; totalMs: number }

async function postOnce(
  url: URL,
  { headers, body }: WebhookRequest,
  { isAllowed, resolve, totalMs }: Bounds,
): Promise<WebhookResult> {
  const signal = AbortSignal.timeout(totalMs)
  // A dispatcher for each call, so that no connection outlives the check of its address. It knows no proxy.
  const dispatcher = new Agent({
    connect: guardedConnector(isAllowed, resolve, connectMs),
    headersTimeout: totalMs,
    bodyTimeout: totalMs,
    maxHeaderSize: 16_384,
  })
  try {
    const answer = await request(url, {
      dispatcher,
      signal,
      method: 'POST',
      headers: {
        ...headers,
        'content-type': 'application/json',
        'accept-encoding': 'identity',
        'user-agent': 'Jobwright-Webhooks/1',
      },
      body,
    })
    return await toAnswer(answer)
  } finally {
    await dispatcher.destroy().catch(() => undefined)
  }
}

async function toAnswer({ statusCode, headers, body }: Dispatcher.ResponseData): Promise<WebhookAnswer> {
  const bytes = await readBeginning(body)
  const text = new TextDecoder().decode(bytes, { stream: true }).replaceAll('\u0000', '\ufffd')
  return { status: statusCode, text, retryAfterSeconds: secondsOf(headers['retry-after']) }
}

/** The first bytes of a body, of which a bounded part is read. What follows the status changes nothing about it. */
async function readBeginning(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const kept: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of body) {
      if (size < keptBytesMax) kept.push(chunk)
      size += chunk.byteLength
      if (size >= answerBytesMax) break
    }
  } catch {
    // The receiver hung up or was too slow after it had answered.
  }
  return Buffer.concat(kept).subarray(0, keptBytesMax)
}

/** Retry-After, which is a number of seconds or a date. */
function secondsOf(header: string | string[] | undefined): number | null {
  const text = String(header ?? '')
  if (/^\d{1,9}$/.test(text)) return Number(text)
  const at = Date.parse(text)
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - Date.now()) / 1_000))
}

const timeoutCodes = ['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'ETIMEDOUT']

function isTimeout(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return error.name === 'TimeoutError' || ('code' in error && timeoutCodes.includes(String(error.code)))
}
