'use client'
import { useMantineColorScheme } from '@mantine/core'
import { commonText } from '../_text/common.ts'
import classes from './color-scheme-switch.module.css'
import { Icon } from './icon.tsx'

/** Both signs are rendered and the scheme on the document shows one, so the first paint is already right. */
export function ColorSchemeSwitch() {
  const { setColorScheme } = useMantineColorScheme()
  return (
    <>
      <button
        type="button"
        className={`${classes.switch} ${classes.toDark}`}
        aria-label={commonText.theme.dark}
        onClick={() => setColorScheme('dark')}
      >
        <Icon name="moon" />
      </button>
      <button
        type="button"
        className={`${classes.switch} ${classes.toLight}`}
        aria-label={commonText.theme.light}
        onClick={() => setColorScheme('light')}
      >
        <Icon name="sun" />
      </button>
    </>
  )
}
