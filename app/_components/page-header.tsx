import { Box, Group, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

type PageHeaderProps = { title: string; text?: string; badge?: ReactNode; above?: ReactNode; children?: ReactNode }

export function PageHeader({ title, text, badge, above, children }: PageHeaderProps) {
  return (
    <Group component="header" justify="space-between" align="flex-start" gap="sm">
      <Box flex="1 1 320px" miw={0}>
        {above}
        <Group gap="sm" align="center">
          <Title order={1}>{title}</Title>
          {badge}
        </Group>
        {text && (
          <Text c="dimmed" mt={4} maw={680}>
            {text}
          </Text>
        )}
      </Box>
      {children && <Group gap="sm">{children}</Group>}
    </Group>
  )
}
