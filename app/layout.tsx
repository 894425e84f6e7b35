import './component-styles.css'
import './global.css'
import { ColorSchemeScript, mantineHtmlProps } from '@mantine/core'
import type { Metadata, Viewport } from 'next'
import { headers } from 'next/headers'
import type { ReactNode } from 'react'
import { ThemeProvider } from './_components/theme-provider.tsx'
import { commonText } from './_text/common.ts'

export const metadata: Metadata = {
  title: { default: `${commonText.name}: ${commonText.tagline}`, template: `%s · ${commonText.name}` },
  description:
    'Turn a repository issue into a job, lock its reward in escrow, and pay for what is independently verified.',
  robots: { index: true, follow: true },
  icons: { icon: { url: '/icon.svg', type: 'image/svg+xml', sizes: 'any' } },
  manifest: '/site.webmanifest',
}

export const viewport: Viewport = { width: 'device-width', initialScale: 1, colorScheme: 'light dark' }

/** Waits for the request's headers, so that every page is made per request and carries that request's nonce. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const nonce = (await headers()).get('x-nonce') ?? ''
  return (
    <html lang="en" {...mantineHtmlProps}>
      <head>
        <ColorSchemeScript nonce={nonce} defaultColorScheme="auto" />
      </head>
      <body>
        <a className="skip-link" href="#content">
          {commonText.skip}
        </a>
        <ThemeProvider nonce={nonce}>{children}</ThemeProvider>
      </body>
    </html>
  )
}
