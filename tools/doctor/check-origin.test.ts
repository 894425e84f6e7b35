import { once } from 'node:events'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeCertificate } from '#test/certificate.ts'
import { checkOrigin } from './check-origin.ts'

const usualAuthorities = getCACertificates('default')
const certificate = makeCertificate()
let proxy: Server
let origin: string
let headers: Record<string, string> = {}
/** How many more requests a caller may send, as each of the web programs counts, which answer in turn. */
let left = [200]
let turn = 0

/** Ends TLS in front of a service that counts every request as of one caller. */
beforeAll(async () => {
  proxy = createServer(certificate, (_, response) => {
    const program = turn++ % left.length
    left = left.with(program, (left[program] ?? 0) - 1)
    response.writeHead(200, { ...headers, connection: 'close', ratelimit: `"anonymous";r=${left[program]};t=60` })
    response.end(JSON.stringify({ service: 'jobwright' }))
  })
  proxy.listen(0, 'localhost')
  await once(proxy, 'listening')
  origin = `https://localhost:${(proxy.address() as AddressInfo).port}`
})
beforeEach(() => {
  setDefaultCACertificates([...usualAuthorities, certificate.cert])
  headers = { 'strict-transport-security': 'max-age=31536000' }
})
afterAll(() => {
  setDefaultCACertificates(usualAuthorities)
  proxy.close()
})

async function diagnose(proxies: number): Promise<string[]> {
  const found = await checkOrigin({ PUBLIC_ORIGIN: origin, TRUSTED_PROXIES: proxies })
  return found.map((finding) => `${finding.standing} ${finding.check}: ${finding.detail}`)
}

test('an origin over TLS, whose proxy names its callers, lacks nothing', async () => {
  expect(await diagnose(1)).toEqual([
    'ok health: our service answers',
    'ok TLS: a valid certificate, and Strict-Transport-Security for 31536000 seconds',
    'ok proxies: an invented X-Forwarded-For is not believed',
  ])
})

test('an invented caller that each of several programs counts apart is not taken for one that is believed', async () => {
  for (const programs of [2, 3, 5]) {
    left = Array.from({ length: programs }, () => 60)
    expect(await diagnose(1)).toContain('ok proxies: an invented X-Forwarded-For is not believed')
  }
})

test.each([
  ['removes', {}, 'no Strict-Transport-Security arrives'],
  [
    'shortens',
    { 'strict-transport-security': 'max-age=600' },
    'Strict-Transport-Security arrives for 600 seconds only',
  ],
])('a proxy that %s Strict-Transport-Security is a lack', async (_, changed, detail) => {
  headers = changed
  expect(await diagnose(1)).toContain(`lack TLS: ${detail}`)
})

test('no trusted proxy in front of TLS is a lack, since all callers share one limit then', async () => {
  expect(await diagnose(0)).toContain(
    'lack proxies: TRUSTED_PROXIES is 0, and something in front of the program ends TLS',
  )
})

test('a certificate that nobody vouches for is a lack that names the reason', async () => {
  setDefaultCACertificates(usualAuthorities)
  expect(await diagnose(1)).toEqual(['lack health: does not answer over https: (DEPTH_ZERO_SELF_SIGNED_CERT)'])
})
