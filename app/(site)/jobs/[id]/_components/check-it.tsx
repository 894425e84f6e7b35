import { Anchor } from '@mantine/core'
import buttons from '#app/_components/button.module.css'
import { CommandBlock } from '#app/_components/command-block.tsx'
import { Section } from '#app/_components/section.tsx'
import { receiptText } from '#app/_text/receipt.ts'

const { check: text } = receiptText

/** The file, and the command that holds it against the chain. */
export function CheckIt({ id, escrow }: { id: string; escrow: string }) {
  const file = `jobwright-job-${id}.json`
  return (
    <Section
      title={text.title}
      text={text.text}
      aside={
        <Anchor
          href={`/api/v1/public/jobs/${id}/proof/`}
          download={file}
          className={buttons.button}
          data-variant="filled"
          data-size="sm"
          underline="never"
        >
          {text.download}
        </Anchor>
      }
    >
      <CommandBlock
        command={`npm run verify -- ${file} --rpc https://your-node.example --escrow ${escrow}`}
        label={text.command}
      />
    </Section>
  )
}
