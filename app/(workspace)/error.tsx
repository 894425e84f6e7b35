'use client'
import { type Crash, CrashMessage } from '../_components/crash-message.tsx'

/** Within the workspace's frame, so that every other page stays one step away. */
export default function WorkspaceError(crash: Crash) {
  return <CrashMessage {...crash} />
}
