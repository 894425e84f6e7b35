#!/usr/bin/env node
// forge wants an executable that speaks solc's command line; this one answers with the pinned npm package.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { isAbsolute, relative } from 'node:path'

const solc = createRequire(import.meta.url)('solc')

// forge names a library file by its absolute path where another library file imports it. The native compiler would
// find it on disk; this one has no disk, so each file is given the one name that imports resolve to.
function withRelativeNames(input) {
  const sources = Object.entries(input.sources).map(([name, source]) => [
    isAbsolute(name) ? relative(process.cwd(), name).replaceAll('\\', '/') : name,
    source,
  ])
  return { ...input, sources: Object.fromEntries(sources) }
}

if (process.argv.includes('--version')) {
  process.stdout.write(`solc, the solidity compiler commandline interface\nVersion: ${solc.version()}\n`)
} else {
  const input = JSON.parse(readFileSync(0, 'utf8'))
  process.stdout.write(solc.compile(JSON.stringify(withRelativeNames(input))))
}
