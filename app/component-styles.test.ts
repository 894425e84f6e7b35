import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const library = join(root, 'node_modules/@mantine/core')
const others = ['spotlight', 'notifications', 'form'].map((name) => join(root, 'node_modules/@mantine', name, 'esm'))
const basics = ['baseline', 'default-css-variables', 'global']

test('each component that is drawn with has its style sheet, in the library’s order, and no other is loaded', () => {
  const listed = readFileSync(join(root, 'app/component-styles.css'), 'utf8').matchAll(/styles\/(\S+)\.css/g)
  expect([...listed].map(([, name]) => name)).toEqual([...basics, ...neededSheets()])
})

/** The sheets of all components that the app and the library’s other packages import, and of those that these are made of. */
function neededSheets(): string[] {
  const homes = componentFiles()
  const sheets = new Set<string>()
  const seen = new Set<string>()
  const visit = (file: string) => {
    if (seen.has(file)) return
    seen.add(file)
    if (file.endsWith('.module.mjs')) sheets.add(basename(file, '.module.mjs'))
    else
      for (const [, next = ''] of readFileSync(file, 'utf8').matchAll(/from "(\.[^"]+)"/g))
        visit(join(dirname(file), next))
  }
  for (const name of importedNames()) {
    const home = homes.get(name)
    if (home) visit(home)
  }
  const whole = readFileSync(join(library, 'styles.css'), 'utf8')
  const place = (name: string) => whole.indexOf(readFileSync(join(library, `styles/${name}.css`), 'utf8').trim())
  return [...sheets].sort((one, other) => place(one) - place(other))
}

function importedNames(): Set<string> {
  const ours = globSync('app/**/*.tsx', { cwd: root }).map((file) => join(root, file))
  const theirs = others.flatMap((folder) => globSync('**/*.mjs', { cwd: folder }).map((file) => join(folder, file)))
  const imports = [...ours, ...theirs].flatMap((file) => [
    ...readFileSync(file, 'utf8').matchAll(/import \{([^}]*)\} from ['"]@mantine\/core['"]/g),
  ])
  const names = imports.flatMap(([, list = '']) => list.split(',')).map((name) => name.trim().split(' as ')[0] ?? '')
  return new Set(names.filter((name) => name !== '' && !name.startsWith('type ')))
}

/** Where the library keeps what it exports under each name, where that is its own. */
function componentFiles(): Map<string, string> {
  const index = readFileSync(join(library, 'esm/index.mjs'), 'utf8')
  const imports = [...index.matchAll(/import \{([^}]*)\} from "(\.\/[^"]+)"/g)]
  return new Map(
    imports.flatMap(([, list = '', file = '']) =>
      list.split(',').map((name) => [name.trim().split(' as ').at(-1) ?? '', join(library, 'esm', file)] as const),
    ),
  )
}
