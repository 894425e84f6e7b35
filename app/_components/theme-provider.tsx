'use client'
import { MantineProvider } from '@mantine/core'
import { setNonce } from 'get-nonce'
import type { ReactNode } from 'react'
import { cssVariables, theme } from '../_theme.ts'

export function ThemeProvider({ nonce, children }: { nonce: string; children: ReactNode }) {
  // Modals lock scrolling with a style element of their own, which asks this place for its nonce.
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
