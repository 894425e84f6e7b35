'use client'
import { type Crash, CrashMessage } from './_components/crash-message.tsx'

export default function PageError(crash: Crash) {
  return (
    <main id="content">
      <CrashMessage {...crash} />
    </main>
  )
}
