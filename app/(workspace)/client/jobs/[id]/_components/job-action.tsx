'use client'
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { ReadyButton } from '#app/_components/ready-button.tsx'
import { RecentSignIn } from '#app/_components/sign-in-again.tsx'
import { useFocusBack } from '#app/_components/use-focus-back.ts'
import { useClient } from '#app/_providers.tsx'
import { challengeText, walletCallText } from '#app/_text/challenges.ts'
import { jobText } from '#app/_text/jobs.ts'
import { sealedText } from '#app/_text/sealed-files.ts'
import { ChallengeEnd, ChallengeNotes } from '#app/(workspace)/client/_components/challenge-notes.tsx'
import { WalletCall } from '#app/(workspace)/client/_components/wallet-call.tsx'
import { call } from '#lib/client/api.ts'
import { type ChallengeRequest, useChallenge, useUnanswered } from '#lib/client/use-challenge.ts'
import { type Money, parseAmount, silenceShareOf, toMoney } from '#lib/domain/money.ts'
import type { Job } from './job.ts'

export type ActionName = 'cancel' | 'refund'

const functions = { cancel: 'cancel', refund: 'claimRefund' } as const

/** The one thing that the contract lets the client do now, if any. */
export function actionOf(job: Job): ActionName | undefined {
  const codes = job.pending_actions.filter(({ href }) => href).map(({ code }) => code)
  if (codes.includes('cancel')) return 'cancel'
  return codes.includes('claim_refund') ? 'refund' : undefined
}

/** What the call returns to the client: all that is held, less the worker's share of an undecided result. */
export function returnedTo({ on_chain, held, policy_document, silence_share_bps }: Job): Money {
  const whole = on_chain?.held ?? held
  const reward = policy_document?.reward
  if (on_chain?.state !== 'SUBMITTED' || typeof reward !== 'string' || silence_share_bps === null) return whole
  const share = silenceShareOf({ reward: parseAmount(reward), silenceShareBps: silence_share_bps })
  return toMoney(parseAmount(whole.amount) - share)
}

/** Whether the end of the job shows files that are sealed now. */
function opensFiles({ task_document: task, sealed_files: opened }: Job): boolean {
  return opened === null && Array.isArray(task?.sealed_files) && task.sealed_files.length > 0
}

type JobActionProps = { job: Job; action: ActionName; label?: string }

/** Asks before it lets the wallet send what the contract lets the client do. */
export function JobAction({ job, action, label }: JobActionProps) {
  const words = jobText.actions[job.on_chain?.state === 'SUBMITTED' ? 'lapse' : action]
  const { executor } = useClient()
  const client = useQueryClient()
  const [isOpen, { open, close }] = useDisclosure(false)
  const request: ChallengeRequest = {
    name: `job.${job.onchain_job_id}.${action}`,
    of: job.state,
    ask: async (idempotencyKey) => {
      const params = { onchain_job_id: job.onchain_job_id }
      const answer = await call('createActionChallenge', { params, body: { action }, idempotencyKey })
      return answer.status === 'challenge' ? answer : undefined
    },
    onDone: () => {
      close()
      notifications.show({ message: jobText.underway })
    },
  }
  const challenge = useChallenge(executor, `job.${job.onchain_job_id}`, () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ['job', job.onchain_job_id] }),
      client.invalidateQueries({ queryKey: ['transactions'] }),
      client.invalidateQueries({ queryKey: ['dashboard'] }),
    ]),
  )
  const isActing = challenge.act.isPending
  const isUnanswered = useUnanswered(request, isActing)
  const place = useFocusBack<HTMLDivElement>(isActing)
  return (
    <>
      <ReadyButton variant={action === 'refund' ? 'filled' : 'default'} onClick={open}>
        {label ?? words.button}
      </ReadyButton>
      <Modal opened={isOpen} onClose={close} title={words.title}>
        <Stack ref={place} tabIndex={-1}>
          <Text>{words.text}</Text>
          {opensFiles(job) && <Alert color="yellow">{sealedText.opens}</Alert>}
          <WalletCall
            function={functions[action]}
            contract={job.escrow}
            amount={returnedTo(job)}
            facts={[{ label: walletCallText.job, value: <span className="number">{job.onchain_job_id}</span> }]}
          />
          {!isActing && <RecentSignIn />}
          <ChallengeNotes
            step={isActing ? challenge.step : undefined}
            isElsewhere={challenge.isElsewhere}
            isUnanswered={isUnanswered}
          />
          <ChallengeEnd error={challenge.act.error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {words.back}
            </Button>
            <Button loading={isActing} onClick={() => challenge.act.mutate(request)}>
              {challenge.isElsewhere ? challengeText.continueHere : words.confirm}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  )
}
