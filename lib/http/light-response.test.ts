import { expect, test } from 'vitest'
import { LightResponse } from './light-response.ts'

test('pages keep the Request and the Response of Node.js', () => {
  expect(new Response('a page')).not.toBeInstanceOf(LightResponse)
  expect(Object.getPrototypeOf(Response.prototype)).toBe(Object.prototype)
  expect(Object.getPrototypeOf(Request.prototype)).toBe(Object.prototype)
})

test('an answer of the API is a Response in every way', async () => {
  const headers = new Headers({ 'content-type': 'application/json' })
  const answer = new LightResponse('{"a":1}', { status: 202, headers })
  expect(answer).toBeInstanceOf(Response)
  answer.headers.set('etag', '"1"')
  expect([answer.status, answer.ok, answer.headers.get('etag')]).toEqual([202, true, '"1"'])
  expect(await answer.clone().json()).toEqual({ a: 1 })
  expect([answer.bodyUsed, await answer.text(), answer.bodyUsed]).toEqual([false, '{"a":1}', true])
  expect(new LightResponse(null, { status: 204 }).body).toBeNull()
})
