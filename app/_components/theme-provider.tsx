'use client'
import { MantineProvider } from '@mantine/core'
import { setNonce } from 'get-nonce'
import { type ReactNode, useState } from 'react'
import { cssVariables, theme } from '../_theme.ts'

export function ThemeProvider({ nonce: newest, children }: { nonce: string; children: ReactNode }) {
  // Each refresh brings a new nonce, but the document's policy allows only that of the first request.
  const [nonce] = useState(newest)
  // Modals lock scrolling with their own style element, which gets its nonce here.
  if (typeof window !== 'undefined') setNonce(nonce)
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      {children}
    </MantineProvider>
  )
}
