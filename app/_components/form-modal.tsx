'use client'
import { Alert, Modal, type ModalProps } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { useState } from 'react'
import { commonText } from '../_text/common.ts'

/** `hasInput` says that the form holds unsaved input from the beginning. */
type FormModalProps = ModalProps & { hasInput?: boolean }

/** A dialog with a form. What was typed is lost by its own buttons alone, or by Escape pressed twice. */
export function FormModal({
  onClose,
  opened,
  closeOnEscape = true,
  hasInput = false,
  children,
  ...rest
}: FormModalProps) {
  const [typed, setTyped] = useState<'nothing' | 'something' | 'asked'>('nothing')
  if (!opened && typed !== 'nothing') setTyped('nothing')
  const isTyped = typed !== 'nothing' || hasInput
  useWindowEvent('keydown', ({ key, isComposing }) => {
    if (!opened || !isTyped || !closeOnEscape || key !== 'Escape' || isComposing) return
    if (typed === 'asked') onClose()
    else setTyped('asked')
  })
  return (
    <Modal
      closeOnClickOutside={!isTyped}
      {...rest}
      opened={opened}
      onClose={onClose}
      closeOnEscape={closeOnEscape && !isTyped}
    >
      {typed === 'asked' && (
        <Alert color="yellow" role="alert" mb="md">
          {commonText.discardTyped}
        </Alert>
      )}
      <div onInput={() => setTyped('something')}>{children}</div>
    </Modal>
  )
}
