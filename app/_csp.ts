type PolicySources = { nonce: string; chainRpcUrl: string; walletFrameOrigin: string; isDevelopment: boolean }

/** Only this origin's own code runs; the chain and the wallet provider's frame are the only foreign places. */
export function contentSecurityPolicy({ nonce, chainRpcUrl, walletFrameOrigin, isDevelopment }: PolicySources): string {
  const rules = {
    'default-src': "'none'",
    'script-src': `'self' 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ''}`,
    'style-src': isDevelopment ? "'self' 'unsafe-inline'" : `'self' 'nonce-${nonce}'`,
    'style-src-attr': "'unsafe-inline'",
    'img-src': "'self' data:",
    'font-src': "'self'",
    'connect-src': `'self' ${new URL(chainRpcUrl).origin}`,
    'frame-src': walletFrameOrigin,
    'worker-src': "'self'",
    'manifest-src': "'self'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
  }
  return Object.entries(rules)
    .map(([name, sources]) => `${name} ${sources}`)
    .join('; ')
}
