import { Accordion, AccordionControl, AccordionItem, AccordionPanel, Badge, Group, Text } from '@mantine/core'
import { sealedText as text } from '#app/_text/sealed-files.ts'
import { digestOf } from '#lib/client/commitment.ts'
import { readable, visible } from '#lib/client/readable.ts'
import { type OpenedFile, type SealedFile, unopenedPaths } from '#lib/domain/sealed-files.ts'
import classes from './commitment-check.module.css'

type SealedFilesProps = { task: Record<string, unknown> | null; opened: readonly OpenedFile[] | null }

/** The task's sealed files: closed until the job has ended, then with their bytes, hashed again here. */
export function SealedFiles({ task, opened }: SealedFilesProps) {
  const sealed = (task?.sealed_files ?? []) as SealedFile[]
  if (sealed.length === 0) return null
  const differing = new Set(opened && unopenedPaths(sealed, opened, digestOf))
  return (
    <div data-sealed-files>
      <Text fw={600} mb={8}>
        {text.title}
      </Text>
      {opened === null && <Text c="dimmed">{text.closed}</Text>}
      <Accordion variant="contained" mt="sm">
        {sealed.map((file) => (
          <AccordionItem key={file.path} value={file.path}>
            <AccordionControl>
              <Group gap="sm">
                <span className="mono">{visible(file.path)}</span>
                <State isOpen={opened !== null} isDifferent={differing.has(file.path)} />
              </Group>
            </AccordionControl>
            <AccordionPanel>
              <Text fz="xs" c="dimmed" className={classes.document}>
                {text.facts(file.size, file.salted_sha256)}
              </Text>
              <Content file={opened?.find(({ path }) => path === file.path)} />
            </AccordionPanel>
          </AccordionItem>
        ))}
      </Accordion>
    </div>
  )
}

function State({ isOpen, isDifferent }: { isOpen: boolean; isDifferent: boolean }) {
  if (!isOpen) return <Badge variant="default">{text.sealed}</Badge>
  return isDifferent ? <Badge color="red">{text.differs}</Badge> : <Badge color="teal">{text.matches}</Badge>
}

function Content({ file }: { file: OpenedFile | undefined }) {
  if (!file) return null
  const content = readable(file.content)
  if (content.kind === 'binary') return <Text c="dimmed">{text.binary}</Text>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <pre className={classes.document} tabIndex={0}>
      {content.text}
    </pre>
  )
}
