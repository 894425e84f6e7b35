import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, ended, look, newKey, openIssue, readyClient, readyDraft } from '#test/journey.ts'
import { type Service, startService } from '#test/service.ts'
import { until } from '#test/until.ts'

let service: Service
let clara: Client
beforeAll(async () => {
  service = await startService()
  clara = await readyClient(service)
})
afterAll(() => service.stop())

test('an approval whose receipt shows a failure that its block contradicts is confirmed by the true receipt', async () => {
  const { id } = await readyDraft(clara, await openIssue(service))
  const approval = { params: { id }, idempotencyKey: newKey() }
  const challenge = await clara.person.call('createApprovalChallenge', approval)
  if (challenge.status !== 'challenge') throw new Error('the draft is approved already')
  let shown = 0
  service.wires.chain.rewrite = ({ body }, text) => {
    const reply = JSON.parse(text)
    if (!body.includes('"eth_getTransactionReceipt"') || !reply.result) return text
    shown += 1
    return JSON.stringify({ ...reply, result: { ...reply.result, status: '0x0', logs: [] } })
  }
  await clara.person.approve(challenge.challenge_id, challenge.wallet_session)
  const lookAgain = async () => {
    // A look may be refused as the chain cannot be read.
    await look(clara.person, challenge.transaction_id).catch(() => undefined)
    return shown
  }
  await until(lookAgain, (count) => count > 2)
  const ready = await clara.person.send(`${service.origin}/api/ready/?for=traffic`)
  const { nodes } = (await ready.json()).chain
  expect(nodes).toMatchObject([{ fault: 'lacks' }])
  service.wires.chain.mend()
  expect(await ended(clara.person, challenge.transaction_id)).toMatchObject({ state: 'CONFIRMED' })
})
