export type LockEntry = {
  version?: string
  optional?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  optionalDependencies?: Record<string, string>
}
export type Lock = { packages: Record<string, LockEntry> }

const systems: Record<string, string> = {
  darwin: 'darwin',
  macos: 'darwin',
  win32: 'win32',
  windows: 'win32',
  linux: 'linux',
  linuxmusl: 'linux',
  android: 'android',
  freebsd: 'freebsd',
  netbsd: 'netbsd',
  openbsd: 'openbsd',
  openharmony: 'openharmony',
  sunos: 'sunos',
  aix: 'aix',
}
const processors: Record<string, string> = {
  x64: 'x64',
  amd64: 'x64',
  arm64: 'arm64',
  aarch64: 'arm64',
  arm: 'arm',
  armv7: 'arm',
  ia32: 'ia32',
  x86: 'ia32',
  riscv64: 'riscv64',
  ppc64: 'ppc64',
  s390x: 's390x',
  loong64: 'loong64',
  mips64el: 'mips64el',
  wasm32: 'wasm32',
}

/** The entries of optional platform packages that a lockfile's packages name but the lockfile lacks. */
export function missingEntries(lock: Lock): Record<string, LockEntry> {
  const missing: Record<string, LockEntry> = {}
  for (const [where, entry] of Object.entries(lock.packages)) {
    for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
      if (!isResolved(lock, where, name)) missing[`node_modules/${name}`] = platformEntry(name, range)
    }
  }
  return missing
}

/** npm looks for a package in the folder of the one that needs it, then in every folder above. */
function isResolved(lock: Lock, where: string, name: string): boolean {
  for (let at = where; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    if (lock.packages[`${at ? `${at}/` : ''}node_modules/${name}`]) return true
    if (at === '') return false
    if (!at.includes('/node_modules/')) return lock.packages[`node_modules/${name}`] !== undefined
  }
}

function platformEntry(name: string, range: string): LockEntry {
  const words = name.split(/[-_/@.]/)
  const os = words.map((word) => systems[word]).find(Boolean)
  const cpu = words.map((word) => processors[word]).find(Boolean)
  if (!os && !cpu) throw new Error(`${name} is missing from the lockfile and its name tells no platform`)
  return {
    version: range.replace(/^[\^~]/, ''),
    optional: true,
    ...(cpu && { cpu: [cpu] }),
    ...(os && { os: [os] }),
    ...(name.includes('musl') && { libc: ['musl'] }),
  }
}
