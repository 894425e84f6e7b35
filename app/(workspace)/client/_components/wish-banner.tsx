'use client'
import { Alert, Button, Group, Text } from '@mantine/core'
import { usePathname } from 'next/navigation'
import { useEffect, useState } from 'react'
import { ButtonLink } from '#app/_components/button-link.tsx'
import { wishText as text } from '#app/_text/wish.ts'
import { forgetWish, keptWish } from '#lib/client/wish.ts'

/** Reminds a person of the public issue they set out to fund, until they continue or dismiss it. */
export function WishBanner() {
  const path = usePathname()
  const [wish, setWish] = useState<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page may have ended it
  useEffect(() => setWish(keptWish()), [path])
  if (!wish || path.startsWith('/client/fund/')) return null
  const [owner, name, number] = wish.split(':')
  return (
    <Alert color="blue" role="status" mb="lg" data-wish={wish}>
      <Group justify="space-between" gap="sm">
        <Text>{text.banner(`${owner}/${name} #${number}`)}</Text>
        <Group gap="sm">
          <Button
            size="xs"
            variant="default"
            onClick={() => {
              forgetWish()
              setWish(null)
            }}
          >
            {text.forget}
          </Button>
          <ButtonLink size="xs" href={`/client/fund/${wish}`}>
            {text.goOn}
          </ButtonLink>
        </Group>
      </Group>
    </Alert>
  )
}
