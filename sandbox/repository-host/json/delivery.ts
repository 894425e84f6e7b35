import type { Delivery } from '../store/deliveries.ts'

/** One line of the delivery log. */
export function toDeliveryJson(delivery: Delivery) {
  return {
    id: delivery.id,
    guid: delivery.guid,
    delivered_at: delivery.delivered_at,
    redelivery: delivery.redelivery === 1,
    duration: delivery.duration,
    status: delivery.status,
    status_code: delivery.status_code,
    event: delivery.event,
    action: delivery.action,
    installation_id: delivery.installation_id,
    repository_id: delivery.repository_id,
    throttled_at: null,
  }
}

/** A delivery with what was sent and what came back. */
export function toDetailedDeliveryJson(delivery: Delivery) {
  return {
    ...toDeliveryJson(delivery),
    url: delivery.url,
    request: { headers: JSON.parse(delivery.request_headers), payload: JSON.parse(delivery.payload) },
    response: {
      headers: delivery.response_headers === null ? null : JSON.parse(delivery.response_headers),
      payload: delivery.response_payload,
    },
  }
}
