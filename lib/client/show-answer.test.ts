import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { showAnswer } from './show-answer.ts'

const queryKey = ['draft', 'a']
let client: QueryClient

beforeEach(() => {
  client = new QueryClient()
})

afterEach(() => client.clear())

test('a read that began before a change does not replace its answer, and is repeated', async () => {
  const answers: ((draft: object) => void)[] = []
  const queryFn = () => new Promise<object>((resolve) => answers.push(resolve))
  const observer = new QueryObserver(client, { queryKey, queryFn, initialData: { version: 1 }, staleTime: 60_000 })
  const leave = observer.subscribe(() => undefined)
  void client.refetchQueries({ queryKey })
  await expect.poll(() => answers.length).toBe(1)
  await showAnswer(client, queryKey, { version: 2 })
  expect(client.getQueryData(queryKey)).toEqual({ version: 2 })
  answers[0]?.({ version: 1 })
  await expect.poll(() => answers.length).toBe(2)
  expect(client.getQueryData(queryKey)).toEqual({ version: 2 })
  answers[1]?.({ version: 3 })
  await expect.poll(() => client.getQueryData(queryKey)).toEqual({ version: 3 })
  leave()
})

test('the answer is shown where nothing is being read, and other reads go on', async () => {
  let answer = (_: object) => {}
  const other = client.fetchQuery({
    queryKey: [...queryKey, 'part'],
    queryFn: () =>
      new Promise<object>((resolve) => {
        answer = resolve
      }),
  })
  await showAnswer(client, queryKey, { version: 2 })
  expect(client.getQueryData(queryKey)).toEqual({ version: 2 })
  answer({ isRead: true })
  expect(await other).toEqual({ isRead: true })
})
