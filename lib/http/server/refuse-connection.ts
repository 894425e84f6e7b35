import { maxHeaderSize, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { Failure, failureKinds } from '../../domain/failure.ts'
import type { Step } from '../../domain/step.ts'
import { problemText } from '../problem.ts'
import { methods } from '../router.ts'
import { securityHeaders } from './security-headers.ts'

/** The code of Node.js for a request that was not complete in time. */
export const lateRequest = 'ERR_HTTP_REQUEST_TIMEOUT'

const sendFaster: Step = {
  code: 'send_again',
  text: 'Send the whole request again, without a pause.',
  who: 'anyone',
  until: null,
}
const sendLess: Step = {
  code: 'shorten_headers',
  text: 'Send fewer or shorter headers.',
  who: 'anyone',
  until: null,
}

/**
 * Answers a request that is no HTTP, too slow, or has too long headers on its bare connection, and ends that. Where
 * an answer has started, a second one would be read as part of it.
 */
export function refuseConnection(socket: Duplex, code: string | undefined, answering: Iterable<ServerResponse>): void {
  const hasStarted = [...answering].some(({ req, headersSent }) => req.socket === socket && headersSent)
  if (hasStarted || code === 'ECONNRESET') socket.destroy()
  else endWith(socket, failureOf(code))
}

/** Answers CONNECT. Node.js has taken its own listeners off the connection. */
export function refuseTunnel(socket: Duplex): void {
  socket.on('error', () => socket.destroy())
  const allow = [...methods, 'OPTIONS'].join(', ')
  const text = `This server opens no tunnels. Use ${allow}.`
  endWith(socket, new Failure('method_not_allowed', text), { allow })
}

function failureOf(code: string | undefined): Failure {
  if (code === lateRequest)
    return new Failure('request_timeout', 'The request did not arrive in time.', { nextActions: [sendFaster] })
  if (code === 'HPE_HEADER_OVERFLOW')
    return new Failure('headers_too_large', `The headers may hold ${maxHeaderSize} bytes.`, { nextActions: [sendLess] })
  return new Failure('invalid_request', 'This is not a valid HTTP/1.1 request.')
}

function endWith(socket: Duplex, failure: Failure, headers: Record<string, string> = {}): void {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const { status } = failureKinds[failure.code]
  const requestId = crypto.randomUUID()
  const body = problemText(failure, { pathname: '/', method: 'GET' }, requestId)
  const fields = Object.entries({
    ...securityHeaders,
    ...headers,
    'content-type': 'application/problem+json',
    'cache-control': 'private, no-store',
    'x-request-id': requestId,
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  })
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...fields.map(([name, value]) => `${name}: ${value}`)]
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}
