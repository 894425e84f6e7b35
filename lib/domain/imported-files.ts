/**
 * Files of the tree that a test file loads by relative paths or module names, in the order of its text. What is computed
 * at run time is not seen.
 */
export function importedFiles(path: string, text: string, paths: readonly string[]): string[] {
  const known = new Set(paths)
  const folder = path.split('/').slice(0, -1)
  const found = /\.py$/.test(path)
    ? pythonModules(text).flatMap((module) => moduleFiles(module, folder))
    : /\.go$/.test(path)
      ? paths.filter((one) => isBeside(one, folder) && /\.go$/.test(one) && !/_test\.go$/.test(one))
      : relativePaths(text).flatMap((target) => candidates(resolve(folder, target)))
  return [...new Set(found.filter((one) => known.has(one) && one !== path))]
}

/** Words in quotes that begin with `./` or `../`: imports, `require`, and programs that a test starts. */
function relativePaths(text: string): string[] {
  return [...text.matchAll(/['"`](\.{1,2}\/[^'"`\s]+)['"`]/g)].map(([, target = '']) => target)
}

function candidates(path: string): string[] {
  const endings = ['', '.json', '.js', '.mjs', '.cjs', '.ts', '.tsx', '.jsx', '/index.js', '/index.ts', '/index.mjs']
  return [...endings.map((ending) => `${path}${ending}`), path.replace(/\.js$/, '.ts')]
}

function resolve(folder: readonly string[], target: string): string {
  const names = [...folder]
  for (const name of target.split('/')) {
    if (name === '..') names.pop()
    else if (name !== '.' && name !== '') names.push(name)
  }
  return names.join('/')
}

function pythonModules(text: string): string[] {
  const froms = text.matchAll(/^\s*from\s+([.\w]+)\s+import\s+([\w, ]+)/gm)
  const imports = text.matchAll(/^\s*import\s+([\w.]+)/gm)
  return [
    ...[...froms].flatMap(([, module = '', names = '']) => [
      module,
      ...names.split(',').map((name) => (module.endsWith('.') ? module + name.trim() : `${module}.${name.trim()}`)),
    ]),
    ...[...imports].map(([, module = '']) => module),
  ]
}

/** A module is looked for at the top, below `src`, and beside the test. */
function moduleFiles(module: string, folder: readonly string[]): string[] {
  const [dots = ''] = /^\.*/.exec(module) ?? []
  const path = module.slice(dots.length).replaceAll('.', '/')
  const beside = [...folder.slice(0, folder.length - Math.max(0, dots.length - 1)), path].join('/')
  const places = dots.length > 0 ? [beside] : [path, `src/${path}`, beside]
  return places.flatMap((place) => [`${place}.py`, `${place}/__init__.py`])
}

function isBeside(path: string, folder: readonly string[]): boolean {
  return path.split('/').slice(0, -1).join('/') === folder.join('/')
}
