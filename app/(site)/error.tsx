'use client'
import { type Crash, CrashMessage } from '../_components/crash-message.tsx'

export default function SiteError(crash: Crash) {
  return <CrashMessage {...crash} />
}
