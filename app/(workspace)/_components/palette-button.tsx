'use client'
import { UnstyledButton } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import type { Capability } from '#lib/domain/capability.ts'
import { Icon } from '../../_components/icon.tsx'
import { paletteText as text } from '../../_text/palette.ts'
import classes from './palette-button.module.css'

const load = () => import('./palette.tsx')
const Palette = dynamic(load, { ssr: false })

type PaletteButtonProps = { capabilities: readonly Capability[]; onLeave: () => void }

/** Opens the palette, which is loaded when it is asked for first. */
export function PaletteButton(props: PaletteButtonProps) {
  const [isWanted, setWanted] = useState(false)
  const open = async () => {
    if (!isWanted) return setWanted(true)
    const { openPalette } = await load()
    openPalette()
  }
  useHotkeys([['mod+K', open]], [])
  return (
    <>
      <UnstyledButton
        className={classes.button}
        onClick={open}
        onPointerEnter={load}
        aria-label={text.open}
        aria-keyshortcuts="Control+K Meta+K"
      >
        <Icon name="search" size={16} />
        <span className={classes.words}>{text.open}</span>
        <kbd className={classes.key}>Ctrl K</kbd>
      </UnstyledButton>
      {isWanted && <Palette {...props} />}
    </>
  )
}
