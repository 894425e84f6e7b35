import { Anchor } from '@mantine/core'
import { helpText } from '../_text/help.ts'

/** Leads to a chapter of the help, in another tab, so that nothing typed here is lost. */
export function HelpLink({ chapter }: { chapter: keyof typeof helpText.links }) {
  return (
    <Anchor href={`/docs/${chapter}`} target="_blank" fz="sm">
      {helpText.links[chapter]}
    </Anchor>
  )
}
