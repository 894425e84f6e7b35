import type { Metadata } from 'next'
import { readPage } from '#app/_session.ts'
import { webhooksText } from '#app/_text/webhooks.ts'
import { toWebhookEndpointReply } from '#lib/http/replies/webhook-reply.ts'
import { listWebhookEndpoints } from '#lib/usecases/webhook-endpoints/list-webhook-endpoints.ts'
import { Webhooks } from './_components/webhooks.tsx'

export const metadata: Metadata = { title: webhooksText.title }

export default async function WebhooksPage() {
  const endpoints = await readPage(listWebhookEndpoints)
  return <Webhooks initial={{ data: endpoints.map(toWebhookEndpointReply) }} />
}
