import type { NextConfig } from 'next'

const publicCaching = { key: 'cache-control', value: 'public, max-age=3600, stale-while-revalidate=86400' }

/** A worker obeys the policy of its file and not that of the page; these ask this site alone. */
const workerPolicy = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'"

const config: NextConfig = {
  poweredByHeader: false,
  skipTrailingSlashRedirect: true,
  // Title, description, icon and feeds belong into the head for everybody, and not behind the page for those with scripts.
  htmlLimitedBots: /.*/,
  // Browsers ask for this name where no page tells them of another, as at answers of the API.
  redirects: async () => [{ source: '/favicon.ico', destination: '/icon.svg', permanent: false }],
  // Files of `public/` keep their names when they change.
  headers: async () => [
    { source: '/:file(icon.svg|screenshot.png|site.webmanifest|llms.txt|offline.js)', headers: [publicCaching] },
    {
      source: '/:file(changes-worker.js|offline-worker.js)',
      headers: [publicCaching, { key: 'content-security-policy', value: workerPolicy }],
    },
  ],
  typescript: { ignoreBuildErrors: true },
  images: { unoptimized: true },
  serverExternalPackages: [
    'postgres',
    'pino',
    'pg-boss',
    'prom-client',
    'viem',
    '@circle-fin/user-controlled-wallets',
    '@octokit/core',
    '@octokit/oauth-app',
  ],
}

export default config
