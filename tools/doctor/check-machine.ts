import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { resolve } from 'node:path'
import { type Finding, lack, ok } from './finding.ts'

const root = resolve(import.meta.dirname, '../..')
const target = 'machine'
const gibibyte = 1024 ** 3

type Needs = { node: string; nodeMajor: number; freeBytes: number }
const needs: Needs = { node: process.versions.node, nodeMajor: 24, freeBytes: gibibyte }

/** The Node.js that runs this, and the space where the programs write. */
export async function checkMachine({ node, nodeMajor, freeBytes }: Needs = needs): Promise<Finding[]> {
  const isNew = Number.parseInt(node, 10) >= nodeMajor
  const advice = `Start every program through npm, or with node_modules/.bin/node, which is version ${nodeMajor}.`
  const folders = await Promise.all([...new Set([tmpdir(), root])].map((folder) => checkFolder(folder, freeBytes)))
  return [
    { target, ...(isNew ? ok('Node.js', node) : lack('Node.js', `${node} is older than ${nodeMajor}`, advice)) },
    ...folders,
  ]
}

async function checkFolder(folder: string, freeBytes: number): Promise<Finding> {
  const { bavail, bsize } = await statfs(folder)
  const detail = `${((Number(bavail) * Number(bsize)) / gibibyte).toFixed(1)} GiB free in ${folder}`
  const advice = 'Logs, drawn pages and repositories that are read need space: free some, or enlarge the disk.'
  return {
    target,
    ...(Number(bavail) * Number(bsize) >= freeBytes ? ok('disk', detail) : lack('disk', detail, advice)),
  }
}
