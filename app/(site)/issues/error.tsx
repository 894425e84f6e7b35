'use client'
import { type Crash, CrashMessage } from '../../_components/crash-message.tsx'
import { explorerText } from '../../_text/explorer.ts'

export default function IssuesError(crash: Crash) {
  return <CrashMessage {...crash} text={explorerText.failed} />
}
