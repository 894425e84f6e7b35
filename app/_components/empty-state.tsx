import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'

export function EmptyState({
  icon,
  title,
  text,
  children,
}: {
  icon: IconName
  title: string
  text: string
  children?: ReactNode
}) {
  return (
    <Stack align="center" gap={6} px="md" py={40} ta="center">
      <Text c="dimmed" component="span">
        <Icon name={icon} size={28} />
      </Text>
      <Text fw={600}>{title}</Text>
      <Text c="dimmed" maw={440}>
        {text}
      </Text>
      {children && (
        <Stack mt="sm" align="center">
          {children}
        </Stack>
      )}
    </Stack>
  )
}
