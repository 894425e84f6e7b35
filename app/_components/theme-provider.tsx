'use client'
import { MantineProvider } from '@mantine/core'
import { setNonce } from 'get-nonce'
import type { ReactNode } from 'react'
import { cssVariables, theme } from '../_theme.ts'

export function ThemeProvider({ nonce, children }: { nonce: string; children: ReactNode }) {
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
