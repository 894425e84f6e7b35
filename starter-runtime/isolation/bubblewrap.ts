import { randomInt } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { chown, lchown, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type IsolatedRun, type Isolation, IsolationError } from './isolation.ts'
import { runProcess } from './run-process.ts'
import { untilGone } from './watch.ts'

/**
 * How the program gets another user: `user` takes an unused id of the host, which only root can give; `namespace` maps
 * our own id to another one inside.
 */
export type Variant = { program: string; otherUser: 'user' | 'namespace'; canLockNamespaces: boolean }

const temporaryBytes = 256 * 1024 * 1024
/** Of the range that no distribution gives to people or services. */
const firstUser = 64_000
const users = 1_000

/** Isolation by bubblewrap: own namespaces, another user, nothing of the host but /usr and the folder. */
export function bubblewrap(variant: Variant): Isolation {
  return {
    name: 'bubblewrap',
    run: async (job) => {
      const user = firstUser + randomInt(users)
      const writable = [job.folder, ...(job.outbox ? [job.outbox.folder] : [])]
      if (variant.otherUser === 'user') for (const folder of writable) await giveAway(folder, user)
      const outcome = await runProcess(
        [
          variant.program,
          ...namespaces(variant),
          ...view(job),
          '--',
          ...drop(variant, user),
          ...caps(job),
          ...job.argv,
        ],
        job,
        { PATH: '/n:/usr/local/bin:/usr/bin:/bin', HOME: '/tmp', LANG: 'C.UTF-8', ...job.env },
      )
      // Bubblewrap ends with the program; what the program left behind ends a moment later, with the namespace's first process.
      const first = /"child-pid": *(\d+)/.exec(outcome.status)?.[1]
      if (first !== undefined) await untilGone(Number(first))
      // Bubblewrap reports the exit of the program only if it got as far as starting one.
      if (outcome.stoppedBy === null && !outcome.status.includes('"exit-code"'))
        throw new IsolationError(`The program could not be isolated: ${outcome.outputTail.trim().slice(-200)}`)
      return outcome
    },
  }
}

function namespaces({ otherUser, canLockNamespaces }: Variant): string[] {
  const own = ['--json-status-fd', '3', '--die-with-parent', '--new-session', '--unsetenv', 'NODE_ENV']
  const apart = ['--unshare-ipc', '--unshare-pid', '--unshare-uts', '--unshare-cgroup-try']
  if (otherUser === 'user') {
    const toChangeUser = ['CAP_SETUID', 'CAP_SETGID', 'CAP_SETPCAP'].flatMap((name) => ['--cap-add', name])
    return [...own, ...apart, ...toChangeUser]
  }
  const lock = canLockNamespaces ? ['--disable-userns'] : []
  return [...own, ...apart, '--unshare-user', ...lock, '--uid', '65534', '--gid', '65534']
}

/** Without a network `localhost` is still known, so that a test may call its own server. */
const ownNames = ['hosts', 'nsswitch.conf']

/** Settings without secrets that Debian's programs in /usr point to; its JDK, Maven and Gradle do not start without them. */
const settingsFiles = ['/etc/alternatives', '/etc/ld.so.cache', '/etc/maven/m2.conf', '/etc/maven/logging']
const javaSettings = readdirSync('/etc').filter((name) => /^java-\d+-openjdk$/.test(name))

/** What the program sees: no file of the host but these. */
function view(job: IsolatedRun): string[] {
  const system = ['--ro-bind', '/usr', '/usr', '--symlink', 'usr/bin', '/bin', '--symlink', 'usr/sbin', '/sbin']
  const libraries = ['--symlink', 'usr/lib', '/lib', '--symlink', 'usr/lib64', '/lib64']
  const settings = ['/etc', '/etc/maven'].flatMap((path) => ['--perms', '0755', '--dir', path])
  const linked = [...settingsFiles, ...javaSettings.map((name) => `/etc/${name}`)]
  const links = linked.flatMap((path) => ['--ro-bind-try', path, path])
  const network = ['/etc/resolv.conf', '/etc/hosts', '/etc/nsswitch.conf', '/etc/ssl', '/etc/ca-certificates']
  const names = network.flatMap((path) => ['--ro-bind-try', path, path])
  const itself = ownNames.flatMap((name) => ['--ro-bind', join(import.meta.dirname, 'etc', name), `/etc/${name}`])
  const temporary = ['/tmp', '/dev/shm'].flatMap((path) => [
    '--perms',
    '1777',
    '--size',
    String(temporaryBytes),
    '--tmpfs',
    path,
  ])
  return [
    ...system,
    ...libraries,
    ...settings,
    ...links,
    ...(job.hasNetwork ? names : ['--unshare-net', ...itself]),
    '--ro-bind',
    dirname(process.execPath),
    '/n',
    '--proc',
    '/proc',
    '--dev',
    '/dev',
    ...temporary,
    ...(job.tools ? ['--ro-bind', job.tools, '/executor'] : []),
    ...(job.outbox ? ['--bind', job.outbox.folder, job.outbox.path] : []),
    '--bind',
    job.folder,
    '/job',
    '--chdir',
    '/job',
    '--remount-ro',
    '/dev',
    '--remount-ro',
    '/',
  ]
}

function drop({ program, otherUser, canLockNamespaces }: Variant, user: number): string[] {
  if (otherUser === 'namespace') return []
  const ids = [`--reuid=${user}`, `--regid=${user}`, '--clear-groups']
  const lock = [program, '--unshare-user', '--disable-userns', '--dev-bind', '/', '/', '--die-with-parent', '--']
  return [
    '/usr/bin/setpriv',
    ...ids,
    '--inh-caps=-all',
    '--bounding-set=-all',
    '--no-new-privs',
    '--',
    // The new user could still make namespaces, and be root in them; in this one, no further ones can be made.
    ...(canLockNamespaces ? lock : []),
  ]
}

function caps({ limits }: IsolatedRun): string[] {
  const each = {
    nproc: limits.processes,
    fsize: limits.fileBytes,
    data: limits.memoryBytes,
    nofile: 1_024,
    core: 0,
  }
  const words = Object.entries(each).map(([name, value]) => `--${name}=${value}:${value}`)
  return ['/usr/bin/prlimit', ...words, '--']
}

/** Makes another user the owner of a folder and everything in it, links themselves and not what they point to. */
async function giveAway(folder: string, user: number): Promise<void> {
  await chown(folder, user, user)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await giveAway(path, user)
    else await lchown(path, user, user)
  }
}
