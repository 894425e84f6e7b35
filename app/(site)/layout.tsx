import Link from 'next/link'
import type { ReactNode } from 'react'
import { workspaceOf } from '#lib/domain/capability.ts'
import { ButtonLink } from '../_components/button-link.tsx'
import { ColorSchemeSwitch } from '../_components/color-scheme-switch.tsx'
import { Logo } from '../_components/logo.tsx'
import { homeOf } from '../_routing.ts'
import { pageContext } from '../_session.ts'
import { commonText } from '../_text/common.ts'
import { helpText } from '../_text/help.ts'
import { siteText } from '../_text/site.ts'
import classes from './site.module.css'

export default async function SiteLayout({ children }: { children: ReactNode }) {
  const { actor } = await pageContext()
  return (
    <div className={classes.site}>
      <header className={classes.bar}>
        <div className={`container ${classes.inside}`}>
          <Link href="/" className={classes.home} aria-label={commonText.name}>
            <Logo />
          </Link>
          <nav className={classes.nav} aria-label="Main">
            <Link href="/issues" className={classes.link}>
              {siteText.nav.issues}
            </Link>
            <Link href="/docs" className={`${classes.link} ${classes.wide}`}>
              {helpText.title}
            </Link>
            <ColorSchemeSwitch />
            {actor.kind === 'user' ? (
              <ButtonLink href={homeOf(workspaceOf(actor.capabilities))}>{siteText.nav.workspace}</ButtonLink>
            ) : (
              <ButtonLink href="/sign-in" variant="default">
                {siteText.nav.signIn}
              </ButtonLink>
            )}
          </nav>
        </div>
      </header>
      <main id="content" className={classes.main}>
        {children}
      </main>
      <footer className={classes.foot}>
        <div className={`container ${classes.inside}`}>
          <p className={classes.words}>{siteText.footer}</p>
          <div className={classes.links}>
            <a href="/transparency">{siteText.nav.transparency}</a>
            <a href="/verifiers">{siteText.nav.verifiers}</a>
            <a href="/docs">{helpText.title}</a>
            <a href="/api/docs/">{siteText.nav.docs}</a>
          </div>
        </div>
      </footer>
    </div>
  )
}
