'use client'
import { Button } from '@mantine/core'
import { FormModal } from '#app/_components/form-modal.tsx'
import { payeeText as text } from '#app/_text/payee.ts'
import { useKeptDialog } from '#app/(workspace)/_components/kept-dialog.ts'
import type { Agent } from '../../_components/agent-line.tsx'
import type { AgentPayee } from './agent-money.ts'
import { isSignable } from './is-signable.ts'
import { PayeeSignatureForm } from './payee-signature-form.tsx'

type CancelPayeeProps = { keptAs: string; agent: Agent; payee: AgentPayee; to: string }

/** The way to take back a payee that waits, as long as it does. */
export function CancelPayee({ keptAs, agent, payee, to }: CancelPayeeProps) {
  const { isOpen, isRestored, open, close } = useKeptDialog(keptAs, (kept) => isSignable(payee, kept))
  return (
    <>
      <Button variant="default" disabled={payee.is_under_way} onClick={open}>
        {text.cancel}
      </Button>
      <FormModal opened={isOpen} onClose={close} title={text.cancel} size="lg" hasInput={isRestored}>
        <PayeeSignatureForm keptAs={keptAs} agent={agent} payee={payee} to={to} isCancelling onDone={close} />
      </FormModal>
    </>
  )
}
