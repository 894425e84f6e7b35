import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { layers, packages, pathsOf, unlayered } from '../layers.ts'
import { flowchartsIn } from './flowchart.ts'
import { readImports } from './import-graph.ts'

const root = resolve(import.meta.dirname, '../..')
const table: Record<string, string[]> = layers
const allowed = Object.entries(table).flatMap(([from, targets]) => targets.map((to) => `${from} → ${to}`))
const imports = [...readImports(root)].flatMap(([file, targets]) => targets.map((target) => ({ file, target })))
const ofLayers = imports.filter(({ file }) => !new RegExp(unlayered).test(file))

/** The innermost of these layers that the path is in. */
function layerOf(path: string, names: readonly string[]): string | undefined {
  return names.filter((name) => new RegExp(pathsOf(name)).test(path)).sort((a, b) => b.length - a.length)[0]
}

test('the diagram of layers shows exactly what the table of layers allows', () => {
  const [, chart] = flowchartsIn(readFileSync(join(root, 'docs/architecture.md'), 'utf8'))
  const shown = chart?.edges.map(({ from, to }) => `${from} → ${to}`) ?? []
  expect(shown.sort()).toEqual([...allowed].sort())
  const connected = new Set(allowed.flatMap((edge) => edge.split(' → ')))
  expect([...(chart?.boxes.keys() ?? [])].sort()).toEqual([...connected].sort())
  expect(Object.keys(table).filter((layer) => !connected.has(layer))).toEqual([])
})

test('everything that the table of layers allows is used by an import', () => {
  const names = Object.keys(table)
  const targets = [...new Set([...names, ...Object.values(table).flat()])]
  const used = new Set(ofLayers.map(({ file, target }) => `${layerOf(file, names)} → ${layerOf(target, targets)}`))
  expect(allowed.filter((edge) => !used.has(edge))).toEqual([])
})

test('each layer that may use a restricted package does', () => {
  const unused = Object.entries(packages).flatMap(([name, owners]) => {
    const users = ofLayers.filter(({ target }) => target === name || target.startsWith(`${name}/`))
    return owners
      .filter((owner) => !users.some(({ file }) => new RegExp(pathsOf(owner)).test(file)))
      .map((owner) => `${owner} → ${name}`)
  })
  expect(unused).toEqual([])
})
