'use client'
import { ActionIcon, useMantineColorScheme } from '@mantine/core'
import { commonText } from '../_text/common.ts'
import classes from './color-scheme-switch.module.css'
import { Icon } from './icon.tsx'

/** Both signs are rendered and the scheme on the document shows one, so the first paint is already right. */
export function ColorSchemeSwitch() {
  const { setColorScheme } = useMantineColorScheme()
  return (
    <>
      <ActionIcon
        className={classes.toDark}
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={commonText.theme.dark}
        onClick={() => setColorScheme('dark')}
      >
        <Icon name="moon" />
      </ActionIcon>
      <ActionIcon
        className={classes.toLight}
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={commonText.theme.light}
        onClick={() => setColorScheme('light')}
      >
        <Icon name="sun" />
      </ActionIcon>
    </>
  )
}
