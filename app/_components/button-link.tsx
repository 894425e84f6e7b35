import Link from 'next/link'
import type { ReactNode } from 'react'
import classes from './button.module.css'

type ButtonLinkProps = {
  href: string
  variant?: 'filled' | 'default' | 'subtle'
  size?: 'xs' | 'sm' | 'md'
  fullWidth?: boolean
  children: ReactNode
}

/** A link that looks like a button and needs no script. */
export function ButtonLink({ href, variant = 'filled', size = 'sm', fullWidth, children }: ButtonLinkProps) {
  return (
    <Link
      href={href}
      className={classes.button}
      data-variant={variant}
      data-size={size}
      {...(fullWidth && { 'data-full-width': '' })}
    >
      {children}
    </Link>
  )
}
