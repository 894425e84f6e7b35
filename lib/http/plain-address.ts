/** An address as proxies write it, without what they put around it: brackets, a port, and a zone. */
export function plainAddress(written: string): string {
  const [, bracketed] = /^\[([^\]]*)\](?::\d+)?$/.exec(written) ?? []
  const host = bracketed ?? written.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
  return host.replace(/%.*$/, '')
}
