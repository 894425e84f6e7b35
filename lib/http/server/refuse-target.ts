import type { IncomingMessage } from 'node:http'
import { Failure } from '../../domain/failure.ts'
import { LightResponse } from '../light-response.ts'
import { plainPage } from '../plain-page.ts'
import { problemResponse } from '../problem.ts'
import { isPlainTarget } from '../target.ts'
import { web } from '../web.ts'

/** The answer to a request for no path that can be dispatched; a page for a browser outside of the API. */
export function refuseTarget(request: IncomingMessage): Response | undefined {
  const target = request.url ?? ''
  if (isPlainTarget(target)) return hasOneHost(request) ? undefined : refusal('Send one Host header.')
  return wantsPage(request) && !/^\/api($|[/?])/i.test(target) ? brokenAddress() : refusal('Name the path plainly.')
}

function hasOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter((item, index) => index % 2 === 0 && item.toLowerCase() === 'host').length
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0')
}

function wantsPage({ headers: { accept = '' } }: IncomingMessage): boolean {
  return accept.split(',').some((range) => /^\s*text\/html\s*(;|$)/i.test(range) && !/;\s*q=0(\.0*)?\s*$/i.test(range))
}

function refusal(why: string): Response {
  return problemResponse(new Failure('invalid_target', why), { url: web().env.PUBLIC_ORIGIN, method: 'GET' })
}

/** Repeats nothing of the address: what is read differently by different parsers is not shown either. */
function brokenAddress(): Response {
  const text = 'The link that led here is damaged, or part of it is missing. Nothing was changed.'
  return new LightResponse(
    plainPage('There is no page at this address', text, { href: '/', label: 'To the start page' }),
    {
      status: 400,
      headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'private, no-store', vary: 'accept' },
    },
  )
}
