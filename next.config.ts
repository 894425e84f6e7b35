import type { NextConfig } from 'next'

const config: NextConfig = {
  poweredByHeader: false,
  skipTrailingSlashRedirect: true,
  typescript: { ignoreBuildErrors: true },
  images: { unoptimized: true },
  serverExternalPackages: [
    'postgres',
    'pino',
    'pg-boss',
    'viem',
    '@circle-fin/user-controlled-wallets',
    '@octokit/core',
    '@octokit/oauth-app',
  ],
}

export default config
