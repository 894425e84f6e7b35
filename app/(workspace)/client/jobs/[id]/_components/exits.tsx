'use client'
import { Accordion, AccordionControl, AccordionItem, AccordionPanel, Badge, Button, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useId } from 'react'
import { Section } from '#app/_components/section.tsx'
import { exitsText as text } from '#app/_text/jobs.ts'
import { ExitCall } from './exit-call.tsx'
import type { Job, JobExit } from './job.ts'

/** Every contract call that leaves the job without this service, shown on request. */
export function Exits({ job }: { job: Job }) {
  const { exits, on_chain: onChain } = job
  const [isShown, { toggle }] = useDisclosure(false)
  const id = useId()
  const isEmpty = exits.length === 0
  return (
    <Section
      title={text.title}
      text={text.text}
      aside={
        !isEmpty && (
          <Button size="xs" variant="default" aria-expanded={isShown} aria-controls={id} onClick={toggle}>
            {isShown ? text.hide : text.show(exits.length)}
          </Button>
        )
      }
    >
      {isEmpty && <Text>{onChain ? text.none : text.unknown}</Text>}
      <div id={id} hidden={!isShown}>
        <Accordion multiple variant="contained">
          {exits.map((exit) => (
            <AccordionItem key={exit.code} value={exit.code} data-exit={exit.code}>
              <AccordionControl>
                <Group gap="xs" justify="space-between" pr="sm">
                  <Text component="span" className="mono">
                    {exit.call.function.split('(')[0]}
                  </Text>
                  <Group gap="md" component="span">
                    <Text component="span" c="dimmed" fz="xs">
                      {text.who[exit.who]}
                    </Text>
                    <OpenBadge exit={exit} />
                  </Group>
                </Group>
              </AccordionControl>
              <AccordionPanel>
                <ExitCall exit={exit} client={job.client_address} />
              </AccordionPanel>
            </AccordionItem>
          ))}
        </Accordion>
      </div>
    </Section>
  )
}

/** The service says whether it is open; its own bounds tell whether a closed one is yet to open or over. */
function OpenBadge({ exit }: { exit: JobExit }) {
  if (exit.open) return <Badge color="teal">{text.open}</Badge>
  const isOver = exit.closes_at !== null && Date.parse(exit.closes_at) < Date.now()
  return <Badge color="gray">{isOver ? text.over : text.notOpen}</Badge>
}
