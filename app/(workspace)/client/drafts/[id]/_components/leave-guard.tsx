'use client'
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { wizardText } from '#app/_text/wizard.ts'

const text = wizardText.leave

/** Asks before a link, a closed tab or a reload leaves unsaved changes behind. */
export function LeaveGuard({ isDirty }: { isDirty: boolean }) {
  const router = useRouter()
  const [wanted, setWanted] = useState<string | null>(null)
  useEffect(() => {
    if (!isDirty) return
    const askBrowser = (event: BeforeUnloadEvent) => event.preventDefault()
    const askHere = (event: MouseEvent) => {
      const path = pathOf(event)
      if (!path) return
      event.preventDefault()
      event.stopPropagation()
      setWanted(path)
    }
    addEventListener('beforeunload', askBrowser)
    document.addEventListener('click', askHere, { capture: true })
    return () => {
      removeEventListener('beforeunload', askBrowser)
      document.removeEventListener('click', askHere, { capture: true })
    }
  }, [isDirty])
  const stay = () => setWanted(null)
  return (
    <Modal opened={wanted !== null} onClose={stay} title={text.title}>
      <Stack>
        <Text>{text.text}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => router.push(wanted ?? '/client')}>
            {text.go}
          </Button>
          <Button data-autofocus onClick={stay}>
            {text.stay}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

/** Where a plain click on a link of this application leads in this tab; undefined for every other click. */
function pathOf(event: MouseEvent): string | undefined {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return undefined
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link || link.target === '_blank' || link.origin !== location.origin) return undefined
  return link.pathname === location.pathname ? undefined : link.pathname + link.search + link.hash
}
