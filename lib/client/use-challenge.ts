import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ChallengeExecutor } from './executor/executor.ts'
import { inThisTab, watchTabs } from './one-tab.ts'
import { askOnce, type PendingRequest, unansweredKey } from './request-key.ts'
import { retrying } from './retrying.ts'
import { type IssuedChallenge, runChallenge } from './run-challenge.ts'

/**
 * `ask` requests the challenge under a key; undefined when nothing is left to approve. `onDone` is called once the
 * service has checked the answer.
 */
export type ChallengeRequest = PendingRequest & {
  ask: (key: string) => Promise<IssuedChallenge | undefined>
  onDone?: () => void
}

/**
 * Requests a challenge and shows it in the wallet: in one tab at a time, and a lost answer is asked for again under
 * the same key. `onMove` is called whenever this or another tab starts or ends something.
 */
export function useChallenge(executor: ChallengeExecutor, subject: string, onMove: () => unknown) {
  const [isElsewhere, setElsewhere] = useState(false)
  const [step, setStep] = useState<'asking' | 'approving' | 'reporting'>('asking')
  const act = useMutation({
    mutationFn: (request: ChallengeRequest) => {
      setStep('asking')
      return inThisTab(subject, async (signal) => {
        const challenge = await askOnce(localStorage, request, (key) => retrying(() => request.ask(key)))
        void onMove()
        if (!challenge || signal.aborted) return
        setStep('approving')
        await runChallenge(executor, challenge, { signal, onApproved: () => setStep('reporting') })
      })
    },
    onSuccess: (_, { onDone }) => onDone?.(),
    onSettled: onMove,
  })
  const isActing = act.isPending
  // biome-ignore lint/correctness/useExhaustiveDependencies: called when something moves, not when the callback changes
  useEffect(() => {
    if (isActing) return
    return watchTabs(subject, (isHeld, isNews) => {
      setElsewhere(isHeld)
      if (isNews) void onMove()
    })
  }, [subject, isActing])
  return { act, step, isElsewhere: isElsewhere && !isActing, actsOn: isActing ? act.variables.name : undefined }
}

/** Whether this request was sent and never answered; known once the page lives in a browser. */
export function useUnanswered({ name, of }: PendingRequest, isActing: boolean): boolean {
  const [isUnanswered, set] = useState(false)
  useEffect(() => {
    if (!isActing) set(unansweredKey(localStorage, { name, of }) !== undefined)
  }, [name, of, isActing])
  return isUnanswered && !isActing
}
