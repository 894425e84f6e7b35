import { z } from 'zod'
import type { Clock } from '../clock.ts'
import { print, reasonOf } from '../print.ts'
import type { Escrow } from '../rescue/escrow.ts'
import { type KeptVerdict, keptVerdict } from '../rescue/kept-verdicts.ts'
import { listStateFolders, openStateFolder, type StateFolder } from '../storage/state-folder.ts'
import { deliveredVote } from './vote.ts'

export const planFile = 'publish.json'

const plan = z.object({ verdict: keptVerdict, at: z.number(), until: z.number() })

/** Publishes this verifier's own verdicts when half of their window is over and the chain still lacks them. */
export type Publisher = { consider(): void }

export const noPublisher: Publisher = { consider: () => undefined }

const pauseMs = 15_000

export function createPublisher(folder: string, clock: Clock, open: () => Promise<Escrow>): Publisher {
  let last = 0
  let isBusy = false
  return {
    consider: () => {
      if (isBusy || Date.now() - last < pauseMs) return
      isBusy = true
      last = Date.now()
      publishDue(folder, clock, open)
        .catch((error: unknown) => print(`publishing a verdict: ${reasonOf(error)}`))
        .finally(() => {
          isBusy = false
        })
    },
  }
}

async function publishDue(parent: string, clock: Clock, open: () => Promise<Escrow>): Promise<void> {
  for (const id of await listStateFolders(parent)) {
    const folder = await openStateFolder(parent, id)
    const due = await readDue(folder, clock.now())
    if (due) await publish(folder, due, await open())
  }
}

async function readDue(folder: StateFolder, now: number): Promise<KeptVerdict | undefined> {
  const text = await folder.read(planFile)
  if (text === undefined || (await folder.read('published')) !== undefined) return undefined
  const { verdict, at, until } = plan.parse(JSON.parse(text))
  return at <= now && now <= until ? ((await deliveredVote(folder)) ?? verdict) : undefined
}

async function publish(folder: StateFolder, verdict: KeptVerdict, escrow: Escrow): Promise<void> {
  const transaction = (await escrow.isRecorded(verdict)) ? 'recorded' : await escrow.attest([verdict])
  if (transaction === undefined) return
  await folder.writeOnce('published', transaction)
  print(`job ${verdict.onchain_job_id}: own verdict ${transaction === 'recorded' ? 'is on chain' : transaction}`)
}
