import { connect } from 'node:tls'
import type { DoctorEnv } from '#lib/env.ts'
import { type Finding, lack, note, ok } from './finding.ts'

const patienceMs = 8_000
const target = 'certificates'

type Urls = Pick<
  DoctorEnv,
  'PUBLIC_ORIGIN' | 'GITHUB_API_URL' | 'GITHUB_WEB_URL' | 'CIRCLE_API_URL' | 'QUALIFICATION_CLONE_URL'
> & { nodes: readonly string[] }

/** Whether this machine trusts each host that the settings name with https; one that it does not trust fails everywhere else. */
export async function checkCertificates({ nodes, ...settings }: Urls): Promise<Finding[]> {
  const urls = [settings.PUBLIC_ORIGIN, settings.GITHUB_API_URL, settings.GITHUB_WEB_URL, settings.CIRCLE_API_URL]
  const places = [...urls, settings.QUALIFICATION_CLONE_URL, ...nodes].flatMap((url) => (url ? [new URL(url)] : []))
  const hosts = new Map(places.filter(({ protocol }) => protocol === 'https:').map((place) => [place.host, place]))
  if (hosts.size === 0) return [{ target, ...note('TLS', 'no setting names an https URL') }]
  return Promise.all([...hosts.values()].map(async (place) => ({ target, ...(await checkHost(place)) })))
}

async function checkHost({ host, hostname, port }: URL) {
  const reason = await distrust(hostname, Number(port || 443))
  if (reason === null) return ok(host, 'trusted')
  if (reason === undefined) return note(host, 'not checked: no TLS connection')
  return lack(
    host,
    `its certificate is not trusted (${reason})`,
    'What is asked of this host fails: renew the certificate, or, if it comes from an authority of yours, start the programs and this command with NODE_EXTRA_CA_CERTS and GIT_SSL_CAINFO set to the file of that authority.',
  )
}

/** Why the certificate is not trusted, null if it is, undefined if none was shown. */
function distrust(hostname: string, port: number): Promise<string | null | undefined> {
  const host = hostname.replace(/^\[|\]$/g, '')
  return new Promise((resolve) => {
    const socket = connect({ host, port, servername: /[a-z]/i.test(host) ? host : '', rejectUnauthorized: false })
    const end = (reason: string | null | undefined) => {
      socket.destroy()
      resolve(reason)
    }
    socket.setTimeout(patienceMs, () => end(undefined))
    socket.once('error', () => end(undefined))
    socket.once('secureConnect', () => {
      const { authorized, authorizationError } = socket
      end(authorized ? null : String(authorizationError))
    })
  })
}
