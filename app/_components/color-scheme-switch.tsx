'use client'
import { useMantineColorScheme } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import { commonText } from '../_text/common.ts'
import classes from './color-scheme-switch.module.css'
import { Icon } from './icon.tsx'

/** Both signs are rendered and the scheme on the document shows one, so the first paint is already right. */
export function ColorSchemeSwitch() {
  const { setColorScheme } = useMantineColorScheme()
  const isMounted = useMounted()
  return (
    <>
      <button
        type="button"
        className={`${classes.switch} ${classes.toDark}`}
        aria-label={commonText.theme.dark}
        disabled={!isMounted}
        onClick={() => setColorScheme('dark')}
      >
        <Icon name="moon" />
      </button>
      <button
        type="button"
        className={`${classes.switch} ${classes.toLight}`}
        aria-label={commonText.theme.light}
        disabled={!isMounted}
        onClick={() => setColorScheme('light')}
      >
        <Icon name="sun" />
      </button>
    </>
  )
}
