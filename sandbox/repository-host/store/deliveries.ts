import { all, type Database, insert, one, run } from './database.ts'

export type Delivery = {
  id: number
  guid: string
  delivered_at: string
  redelivery: number
  /** Seconds. */
  duration: number
  status: string
  /** 0 while the answer is outstanding or when none came. */
  status_code: number
  event: string
  action: string | null
  installation_id: number | null
  repository_id: number | null
  url: string
  request_headers: string
  payload: string
  response_headers: string | null
  response_payload: string | null
}

export type NewDelivery = Pick<
  Delivery,
  'guid' | 'delivered_at' | 'redelivery' | 'event' | 'action' | 'installation_id' | 'repository_id' | 'url'
> & { request_headers: string; payload: string }

export const noAnswer = 'failed to connect to host'

/** Logs an attempt before it is made, as unanswered. */
export function insertDelivery(db: Database, delivery: NewDelivery): number {
  return insert(
    db,
    `INSERT INTO deliveries (guid, delivered_at, redelivery, duration, status, status_code, event, action,
       installation_id, repository_id, url, request_headers, payload)
     VALUES (?, ?, ?, 0, ?, 0, ?, ?, ?, ?, ?, ?, ?)`,
    delivery.guid,
    delivery.delivered_at,
    delivery.redelivery,
    noAnswer,
    delivery.event,
    delivery.action,
    delivery.installation_id,
    delivery.repository_id,
    delivery.url,
    delivery.request_headers,
    delivery.payload,
  )
}

export type DeliveryAnswer = Pick<
  Delivery,
  'duration' | 'status' | 'status_code' | 'response_headers' | 'response_payload'
>

export function recordAnswer(db: Database, id: number, answer: DeliveryAnswer): void {
  run(
    db,
    `UPDATE deliveries SET duration = ?, status = ?, status_code = ?, response_headers = ?, response_payload = ?
     WHERE id = ?`,
    answer.duration,
    answer.status,
    answer.status_code,
    answer.response_headers,
    answer.response_payload,
    id,
  )
}

export function findDelivery(db: Database, id: number): Delivery | undefined {
  return one<Delivery>(db, 'SELECT * FROM deliveries WHERE id = ?', id)
}

/** Newest first, older than `before` when given. */
export function listDeliveries(db: Database, limit: number, before: number | undefined): Delivery[] {
  return all<Delivery>(
    db,
    'SELECT * FROM deliveries WHERE id < ? ORDER BY id DESC LIMIT ?',
    before ?? Number.MAX_SAFE_INTEGER,
    limit,
  )
}
