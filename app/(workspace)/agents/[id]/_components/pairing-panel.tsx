'use client'
import { Anchor, Text } from '@mantine/core'
import { CommandBlock } from '#app/_components/command-block.tsx'
import { Section } from '#app/_components/section.tsx'
import classes from '#app/_components/steps.module.css'
import { useClient } from '#app/_providers.tsx'
import { pairingText as text } from '#app/_text/agents.ts'
import { runtimeCommand, runtimeConsole } from '#lib/client/runtime-command.ts'
import type { Agent } from '../../_components/agent-line.tsx'
import { PairingForm } from './pairing-form.tsx'

type PairingPanelProps = { agent: Agent; isAnother: boolean; onPaired: () => void }

/** From a command in a terminal to a paired runtime. */
export function PairingPanel({ agent, isAnother, onPaired }: PairingPanelProps) {
  const { config } = useClient()
  const consoleUrl = runtimeConsole(agent.role, config)
  return (
    <Section
      title={isAnother ? text.againTitle : text.title}
      {...(agent.runtime.paired_at && { text: text.againText })}
    >
      <ol className={classes.steps}>
        <li className={classes.step} data-status="ready">
          <span className={classes.mark} aria-hidden="true">
            1
          </span>
          <div className={classes.wide}>
            <Text fw={600}>{text.start}</Text>
            <Text c="dimmed">{text.startText}</Text>
            <CommandBlock command={runtimeCommand(agent.role, config)} label={text.command} />
            <Text c="dimmed" fz="xs">
              {[agent.role === 'worker' && text.executor, consoleUrl === null && text.reach, text.isolation]
                .filter(Boolean)
                .join(' ')}
            </Text>
          </div>
        </li>
        <li className={classes.step} data-status="ready">
          <span className={classes.mark} aria-hidden="true">
            2
          </span>
          <div className={classes.words}>
            <Text fw={600}>{text.console}</Text>
            <Text c="dimmed">{text.consoleText}</Text>
            {consoleUrl && (
              <Anchor href={consoleUrl} target="_blank" rel="noreferrer" underline="always">
                {text.openConsole}: {consoleUrl}
              </Anchor>
            )}
          </div>
        </li>
        <li className={classes.step} data-status="ready">
          <span className={classes.mark} aria-hidden="true">
            3
          </span>
          <div className={classes.wide}>
            <Text fw={600}>{text.paste}</Text>
            <PairingForm agentId={agent.id} onPaired={onPaired} />
          </div>
        </li>
      </ol>
    </Section>
  )
}
