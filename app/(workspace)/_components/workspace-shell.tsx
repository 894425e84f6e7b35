'use client'
import '@mantine/notifications/styles.css'
import { AppShell, AppShellHeader, AppShellNavbar, AppShellSection, Burger, Group, UnstyledButton } from '@mantine/core'
import { useDisclosure, useWindowEvent } from '@mantine/hooks'
import { Notifications, notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { clearTab, forgetAccount } from '#lib/client/account.ts'
import { call } from '#lib/client/api.ts'
import { hasInput } from '#lib/client/kept-input.ts'
import { forgetPendingIssue } from '#lib/client/pending-issue.ts'
import { isSignedOut } from '#lib/client/refusals.ts'
import { useChanges } from '#lib/client/use-changes.ts'
import type { Capability } from '#lib/domain/capability.ts'
import { ColorSchemeSwitch } from '../../_components/color-scheme-switch.tsx'
import { Icon } from '../../_components/icon.tsx'
import { Logo } from '../../_components/logo.tsx'
import { useClient } from '../../_providers.tsx'
import { commonText } from '../../_text/common.ts'
import { workspaceText } from '../../_text/workspace.ts'
import { type Leave, LeaveContext } from './leave.ts'
import { NotificationBell } from './notification-bell.tsx'
import { OfflineBar } from './offline-bar.tsx'
import { PaletteButton } from './palette-button.tsx'
import { SessionEnded } from './session-ended.tsx'
import { SignOutDialog } from './sign-out-dialog.tsx'
import { useFocusKeeper } from './use-focus-keeper.ts'
import { useOtherAccount } from './use-other-account.ts'
import { WorkspaceNav } from './workspace-nav.tsx'
import classes from './workspace-shell.module.css'

const text = workspaceText.nav

type WorkspaceShellProps = { userId: string; name: string; capabilities: Capability[]; children: ReactNode }

/**
 * The page is a sibling of the shell, not its child: the shell's context changes as soon as it has mounted, and a change
 * of context above a part that is not hydrated yet makes React throw that part away and show its skeleton again.
 */
export function WorkspaceShell({ userId, name, capabilities, children }: WorkspaceShellProps) {
  const [isOpen, { toggle, close }] = useDisclosure(false)
  const [isLeaving, setLeaving] = useState(false)
  const [isAsked, { open: askToSignOut, close: stay }] = useDisclosure(false)
  const client = useQueryClient()
  const isOther = useOtherAccount(userId)
  const hasEnded = useClient().hasSessionEnded || isOther
  useChanges(!isLeaving && !hasEnded)
  useFocusKeeper()
  useWindowEvent('keydown', ({ key }) => key === 'Escape' && close())
  const path = usePathname()
  const leave: Leave = async (to) => {
    stay()
    // Pages that go on asking after the session's end would only be refused.
    flushSync(() => setLeaving(true))
    await client.cancelQueries()
    try {
      // Another tab may have signed in again, with this account or another one; that session is not this page's to end.
      if (!hasEnded) await call('logout')
    } catch (error) {
      if (!isSignedOut(error)) {
        setLeaving(false)
        notifications.show({ color: 'red', title: text.stillSignedIn, message: text.tryAgain })
        return
      }
    }
    forgetAccount(userId)
    leaveNothing(to)
  }
  const signOut = () => (hasInput(sessionStorage) ? askToSignOut() : leave('/'))
  const inside = <LeaveContext value={leave}>{children}</LeaveContext>
  return (
    <>
      <AppShell
        header={{ height: 56 }}
        navbar={{ width: 232, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
        padding={{ base: 'md', md: 'xl' }}
      >
        <AppShellHeader className={classes.header}>
          <Group h="100%" justify="space-between" wrap="nowrap" className={classes.bar}>
            <Group gap="sm" wrap="nowrap">
              <Burger
                opened={isOpen}
                onClick={toggle}
                hiddenFrom="sm"
                size="sm"
                aria-label={isOpen ? text.close : text.open}
                aria-expanded={isOpen}
              />
              <Link href="/" className={classes.home} aria-label={commonText.name}>
                <Logo />
              </Link>
              {capabilities.length > 1 && <Hat />}
            </Group>
            <Group gap="xs" wrap="nowrap">
              <PaletteButton capabilities={capabilities} onLeave={signOut} />
              {!isLeaving && !hasEnded && <NotificationBell />}
              <ColorSchemeSwitch />
            </Group>
          </Group>
        </AppShellHeader>
        <AppShellNavbar className={classes.navbar} aria-label={text.label}>
          <AppShellSection grow>
            <WorkspaceNav capabilities={capabilities} onNavigate={close} />
          </AppShellSection>
          <AppShellSection>
            {!hasEnded && (
              <p className={classes.account}>
                {text.account} <strong>{name}</strong>
              </p>
            )}
            <Link
              href="/settings"
              className={classes.foot}
              onClick={close}
              {...(path.startsWith('/settings') && { 'aria-current': 'page' as const })}
            >
              <Icon name="settings" />
              {text.settings}
            </Link>
            <UnstyledButton className={classes.foot} onClick={signOut}>
              <Icon name="signOut" />
              {text.signOut}
            </UnstyledButton>
          </AppShellSection>
        </AppShellNavbar>
      </AppShell>
      <main id="content" className={classes.main}>
        <div className={classes.page}>
          <OfflineBar />
          {!isLeaving && (hasEnded ? <SessionEnded userId={userId} isOther={isOther} /> : inside)}
        </div>
      </main>
      <SignOutDialog isOpen={isAsked} onStay={stay} onSignOut={() => leave('/')} />
      <Notifications position="bottom-right" />
    </>
  )
}

/** Which of the two hats this page belongs to, since a phone hides the navigation. */
function Hat() {
  const path = usePathname()
  if (['/settings', '/overview', '/notifications', '/saved-searches'].some((root) => path.startsWith(root))) return null
  return <span className={classes.hat}>{path.startsWith('/agents') ? text.agent_owner : text.client}</span>
}

/** Leaves by a full navigation, so that nothing read or typed before stays. */
function leaveNothing(to: string): void {
  clearTab()
  forgetPendingIssue()
  location.assign(to)
}
