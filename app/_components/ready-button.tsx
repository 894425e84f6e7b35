'use client'
import { Button, type ButtonProps, type ElementProps } from '@mantine/core'
import { useMounted } from '@mantine/hooks'

type ReadyButtonProps = ButtonProps & ElementProps<'button', keyof ButtonProps>

/** A button that the server draws: it can be pressed from when a press does something. */
export function ReadyButton({ disabled = false, ...rest }: ReadyButtonProps) {
  const isMounted = useMounted()
  return <Button {...rest} disabled={disabled || !isMounted} />
}
