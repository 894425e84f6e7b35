'use client'
import { Copyable } from '#app/_components/copyable.tsx'
import { useClient } from '#app/_providers.tsx'
import { walletCallText as text } from '#app/_text/challenges.ts'
import { WalletCall } from '#app/(workspace)/client/_components/wallet-call.tsx'
import type { Draft } from './draft.ts'

/** The approval or the funding as the wallet will show it; nothing before there are terms to fund. */
export function FundCall({ step, draft }: { step: 'approve' | 'fund'; draft: Draft }) {
  const { config } = useClient()
  const { snapshot } = draft
  if (step === 'approve') {
    const spender = <Copyable value={config.escrow} label={text.spender} short />
    return (
      <WalletCall
        function="approve"
        contract={config.token}
        amount={snapshot?.budget ?? draft.budget}
        facts={[{ label: text.spender, value: spender }]}
      />
    )
  }
  if (!snapshot) return null
  return (
    <WalletCall
      function="createJob"
      contract={config.escrow}
      amount={snapshot.budget}
      hashes={[
        { label: text.task, value: snapshot.task_commitment },
        { label: text.policy, value: snapshot.policy_commitment },
      ]}
    />
  )
}
