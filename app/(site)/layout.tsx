import { Container, Group, Text } from '@mantine/core'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { workspaceOf } from '#lib/domain/capability.ts'
import { ButtonLink } from '../_components/button-link.tsx'
import { ColorSchemeSwitch } from '../_components/color-scheme-switch.tsx'
import { Logo } from '../_components/logo.tsx'
import { homeOf } from '../_routing.ts'
import { pageContext } from '../_session.ts'
import { commonText } from '../_text/common.ts'
import { siteText } from '../_text/site.ts'
import classes from './site.module.css'

export default async function SiteLayout({ children }: { children: ReactNode }) {
  const { actor } = await pageContext()
  return (
    <div className={classes.site}>
      <header className={classes.bar}>
        <Container size="lg" className={classes.inside}>
          <Link href="/" className={classes.home} aria-label={commonText.name}>
            <Logo />
          </Link>
          <Group component="nav" gap="xs" aria-label="Main">
            <Link href="/issues" className={classes.link}>
              {siteText.nav.issues}
            </Link>
            <ColorSchemeSwitch />
            {actor.kind === 'user' ? (
              <ButtonLink href={homeOf(workspaceOf(actor.capabilities))}>{siteText.nav.workspace}</ButtonLink>
            ) : (
              <ButtonLink href="/sign-in" variant="default">
                {siteText.nav.signIn}
              </ButtonLink>
            )}
          </Group>
        </Container>
      </header>
      <main id="content" className={classes.main}>
        {children}
      </main>
      <footer className={classes.foot}>
        <Container size="lg" className={classes.inside}>
          <Text c="dimmed">{siteText.footer}</Text>
          <Group gap="md">
            <Text component="a" href="/verifiers" c="dimmed" td="underline">
              {siteText.nav.verifiers}
            </Text>
            <Text component="a" href="/api/docs/" c="dimmed" td="underline">
              {siteText.nav.docs}
            </Text>
          </Group>
        </Container>
      </footer>
    </div>
  )
}
