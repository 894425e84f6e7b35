import { once } from 'node:events'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { makeCertificate } from '#test/certificate.ts'
import { checkCertificates } from './check-certificates.ts'

const usualAuthorities = getCACertificates('default')
const certificate = makeCertificate()
let server: Server
let host: string

beforeAll(async () => {
  server = createServer(certificate, (_, response) => response.end())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  host = `localhost:${(server.address() as AddressInfo).port}`
})
afterEach(() => setDefaultCACertificates(usualAuthorities))
afterAll(() => void server.close())

const plain = 'http://localhost:1'

async function diagnose(origin: string, nodes: string[] = []): Promise<string[]> {
  const urls = { PUBLIC_ORIGIN: origin, GITHUB_API_URL: plain, GITHUB_WEB_URL: plain, CIRCLE_API_URL: plain }
  const found = await checkCertificates({ ...urls, QUALIFICATION_CLONE_URL: undefined, nodes })
  return found.map((finding) => `${finding.standing} ${finding.check}: ${finding.detail}`)
}

test('an authority of the operator that this process does not know is named as such, once for each host', async () => {
  const [found, ...others] = await diagnose(`https://${host}`, [`https://${host}/v2`, 'https://localhost:9'])
  expect(found).toMatch(new RegExp(`^lack ${host}: its certificate is not trusted \\(DEPTH_ZERO_SELF_SIGNED_CERT\\)$`))
  expect(others).toEqual(['note localhost:9: not checked: no TLS connection'])
})

test('a certificate that is trusted, and settings without https, lack nothing', async () => {
  setDefaultCACertificates([...usualAuthorities, certificate.cert])
  expect(await diagnose(`https://${host}`)).toEqual([`ok ${host}: trusted`])
  expect(await diagnose(plain)).toEqual(['note TLS: no setting names an https URL'])
})

test('a certificate for another name is not trusted', async () => {
  setDefaultCACertificates([...usualAuthorities, certificate.cert])
  const [found] = await diagnose(`https://${host.replace('localhost', '127.0.0.1')}`)
  expect(found).toMatch(/^lack .*: its certificate is not trusted \(ERR_TLS_CERT_ALTNAME_INVALID\)$/)
})
