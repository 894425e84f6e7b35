/** What every answer carries. Pages bring their own content policy; all other answers may load nothing. */
export const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  'strict-transport-security': 'max-age=31536000',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
} as const

/** Images that pages of other sites show: a job's badge, and what stands for a shared link. With and without a slash. */
const shownElsewhere = /^\/(jobs\/[^/]+\/badge\.svg|issues\/([^/]+\/)?preview)\/?$/

/** Those of the answer to this target. */
export function securityHeadersOf(target: string): Record<string, string> {
  const [path = ''] = target.split('?', 1)
  return shownElsewhere.test(path)
    ? { ...securityHeaders, 'cross-origin-resource-policy': 'cross-origin' }
    : securityHeaders
}
