import { Text, TextInput, type TextInputProps } from '@mantine/core'

/** A percentage as it is typed; `parsePercent` says what it means, and nothing is corrected silently. */
export function PercentInput(props: TextInputProps) {
  return (
    <TextInput
      rightSection={<Text c="dimmed">%</Text>}
      inputMode="decimal"
      autoComplete="off"
      spellCheck={false}
      {...props}
    />
  )
}
