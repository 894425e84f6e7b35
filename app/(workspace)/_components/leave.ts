import { createContext, useContext } from 'react'

/** Ends this browser's session and loads that page, so that nothing of the account stays. Never fails: it tells. */
export type Leave = (to: '/' | '/sign-in') => Promise<void>

export const LeaveContext = createContext<Leave | undefined>(undefined)

export function useLeave(): Leave {
  const leave = useContext(LeaveContext)
  if (!leave) throw new Error('useLeave needs the WorkspaceShell above it')
  return leave
}
