import { readText, type TreeFile } from '../git/read-tree.ts'

export type Manifest = { scripts: Record<string, string>; isModule: boolean }

/** What `package.json` of a tree says about scripts and modules; nothing when there is none that can be read. */
export async function readManifest(gitDir: string, files: ReadonlyMap<string, TreeFile>): Promise<Manifest> {
  const nothing = { scripts: {}, isModule: false }
  const text = await readText(gitDir, files.get('package.json'))
  try {
    const manifest: unknown = JSON.parse(text ?? '')
    if (typeof manifest !== 'object' || manifest === null) return nothing
    const scripts =
      'scripts' in manifest && typeof manifest.scripts === 'object' ? Object.entries(manifest.scripts ?? {}) : []
    return {
      scripts: Object.fromEntries(scripts.filter((pair): pair is [string, string] => typeof pair[1] === 'string')),
      isModule: 'type' in manifest && manifest.type === 'module',
    }
  } catch {
    return nothing
  }
}
