import { expect, test } from 'vitest'
import { reviewTask } from './review-task.ts'

const task = { instructions: 'Keep umlauts.', acceptanceCriteria: [], verificationCommands: [] }

function review(argv: string[]): string[] {
  const verificationCommands = [{ name: 'c', argv, expect: 'passes' as const }]
  return reviewTask({ ...task, verificationCommands }).map(({ code, pointer }) => `${code} ${pointer}`)
}

test('a task without instructions and criteria blocks; either is enough', () => {
  const empty = { ...task, instructions: ' \n', acceptanceCriteria: ['\t'] }
  const [finding, ...others] = reviewTask(empty)
  expect(finding).toMatchObject({ code: 'task_empty', severity: 'blocking', pointer: '/instructions' })
  expect(others).toEqual([])
  expect(reviewTask(task)).toEqual([])
  expect(reviewTask({ ...empty, acceptanceCriteria: ['Umlauts are kept.'] })).toEqual([])
})

test.each(['&&', '||', '|', ';', '&', '>', '>>', '2>&1', '<', '|&'])('“%s” as a word of a command is noted', (word) => {
  expect(review(['npm', 'test', word, 'echo'])).toEqual(['shell_operator /verification_commands/0/argv'])
})

test.each([
  [['sh', '-c', 'npm test && echo ok']],
  [['find', '.', '-exec', 'node', '{}', ';']],
  [['grep', '-E', 'a|b', 'file']],
])('%j needs no shell', (argv) => {
  expect(review(argv)).toEqual([])
})
