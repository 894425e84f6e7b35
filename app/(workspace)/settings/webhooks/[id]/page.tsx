import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { isUuid } from '#app/_is-uuid.ts'
import { readPage } from '#app/_session.ts'
import { endpointText } from '#app/_text/webhooks.ts'
import { toWebhookEndpointReply } from '#lib/http/replies/webhook-reply.ts'
import { readWebhookEndpoint } from '#lib/usecases/webhook-endpoints/read-webhook-endpoint.ts'
import { EndpointPage } from './_components/endpoint-page.tsx'

type WebhookPageProps = { params: Promise<{ id: string }> }

export const metadata: Metadata = { title: endpointText.details }

export default async function WebhookPage({ params }: WebhookPageProps) {
  const { id } = await params
  if (!isUuid(id)) notFound()
  const endpoint = await readPage((ctx) => readWebhookEndpoint(ctx, { id }))
  return <EndpointPage initial={toWebhookEndpointReply(endpoint)} />
}
