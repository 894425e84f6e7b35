import { expect, test } from 'vitest'
import { createGate } from './gate.ts'

/** Work that ends on request. */
function openEnded(log: string[], name: string) {
  let end: () => void = () => undefined
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const work = async () => {
    log.push(`${name} starts`)
    await ended
    log.push(`${name} ends`)
  }
  return { work, end }
}

test('what goes alone waits for what goes together, and the other way round', async () => {
  const gate = createGate()
  const log: string[] = []
  const [first, second, alone, later] = ['first', 'second', 'alone', 'later'].map((name) => openEnded(log, name))
  if (!first || !second || !alone || !later) throw new Error('four')
  const all = [gate.share(first.work), gate.share(second.work), gate.alone(alone.work), gate.share(later.work)]
  const settle = () => new Promise((resolve) => setTimeout(resolve, 5))
  await settle()
  expect(log).toEqual(['first starts', 'second starts'])
  second.end()
  await settle()
  first.end()
  await settle()
  expect(log.slice(2)).toEqual(['second ends', 'first ends', 'alone starts'])
  later.end()
  alone.end()
  await Promise.all(all)
  expect(log.slice(5)).toEqual(['alone ends', 'later starts', 'later ends'])
})

test('a failure neither holds the gate nor is lost', async () => {
  const gate = createGate()
  await expect(gate.alone(() => Promise.reject(new Error('one')))).rejects.toThrow('one')
  await expect(gate.share(() => Promise.reject(new Error('two')))).rejects.toThrow('two')
  expect(await gate.alone(async () => 'done')).toBe('done')
})
