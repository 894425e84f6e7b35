'use client'
import { Button, Text } from '@mantine/core'
import { MessagePage } from './_components/message-page.tsx'
import { commonText } from './_text/common.ts'

const text = commonText.crash

export default function PageError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <MessagePage title={text.title} text={text.text}>
      <Button onClick={reset}>{commonText.retry}</Button>
      {error.digest && (
        <Text c="dimmed" fz="xs">
          {commonText.problem.code} <span className="mono">{error.digest}</span>
        </Text>
      )}
    </MessagePage>
  )
}
