'use client'
import { Button, type ButtonProps, type ElementProps } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import classes from './ready-button.module.css'

type ReadyButtonProps = Omit<ButtonProps & ElementProps<'button', keyof ButtonProps>, 'className'>

/** A button that the server draws: it can be pressed from when a press does something. */
export function ReadyButton({ disabled = false, ...rest }: ReadyButtonProps) {
  const isStarting = !useMounted() && !disabled
  return <Button {...rest} disabled={disabled || isStarting} {...(isStarting && { className: classes.starting })} />
}
