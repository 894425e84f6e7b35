'use client'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { FormModal } from '#app/_components/form-modal.tsx'
import { payeeText as text } from '#app/_text/payee.ts'
import { useKeptDialog } from '#app/(workspace)/_components/kept-dialog.ts'
import { keepInput, readInputLike } from '#lib/client/kept-input.ts'
import type { Agent } from '../../_components/agent-line.tsx'
import type { AgentPayee } from './agent-money.ts'
import { isSignable } from './is-signable.ts'
import { PayeeAddressForm } from './payee-address-form.tsx'
import { PayeeSignatureForm } from './payee-signature-form.tsx'

type ChangePayeeProps = { agent: Agent; payee: AgentPayee }

/** The way to another payee, as long as the registry takes signatures over this nonce. */
export function ChangePayee({ agent, payee }: ChangePayeeProps) {
  const keptAs = `payee.${agent.id}`
  const { isOpen, isRestored, open, close } = useKeptDialog(keptAs, (kept) => isSignable(payee, kept))
  return (
    <>
      <Button variant="default" disabled={payee.is_under_way} onClick={open}>
        {payee.is_own_wallet && !payee.waiting ? text.change : text.changeAgain}
      </Button>
      <FormModal opened={isOpen} onClose={close} title={text.dialog} size="lg" hasInput={isRestored}>
        <Steps keptAs={keptAs} agent={agent} payee={payee} onDone={close} />
      </FormModal>
    </>
  )
}

/** First where to, then the signature over it. */
function Steps({ keptAs, agent, payee, onDone }: ChangePayeeProps & { keptAs: string; onDone: () => void }) {
  const [to, setTo] = useState(() => readInputLike(sessionStorage, keptAs, { to: '' })?.to)
  const accept = (address: string | undefined) => {
    const { nonce } = payee.signing
    keepInput(sessionStorage, keptAs, address === undefined ? undefined : { to: address, nonce })
    setTo(address)
  }
  if (!to) return <PayeeAddressForm payee={payee} onAccept={accept} />
  const then = { onDone, onBack: () => accept(undefined) }
  return <PayeeSignatureForm keptAs={keptAs} agent={agent} payee={payee} to={to} {...then} />
}
