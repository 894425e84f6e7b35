import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { removeFolder } from '../git/remove-folder.ts'
import { nestDeeply } from '../testing/deep-folder.ts'
import { bubblewrap, type Variant } from './bubblewrap.ts'
import { findIsolation } from './find-isolation.ts'
import { defaultLimits, type Isolation, IsolationError, type Limits } from './isolation.ts'
import { noIsolation } from './no-isolation.ts'

let root: string
let folder: string
let isolation: Isolation

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'starter-isolation-'))
  const found = await findIsolation()
  if (!found) throw new Error('these tests need a bubblewrap that works')
  isolation = found
})

/** Every way of isolation that this machine could be left with. */
const kinds: Variant[] = (['user', 'namespace'] as const)
  .filter((otherUser) => otherUser === 'namespace' || process.getuid?.() === 0)
  .map((otherUser) => ({ program: '/usr/bin/bwrap', otherUser, canLockNamespaces: true }))

beforeEach(async () => {
  await removeFolder(join(root, 'job'))
  folder = join(root, 'job')
  mkdirSync(folder)
})

afterAll(() => rmSync(root, { recursive: true, force: true }))

function run(
  script: string,
  options: {
    limits?: Partial<Limits>
    signal?: AbortSignal
    argv?: string[]
    outbox?: { folder: string; path: string }
  } = {},
) {
  return isolation.run({
    argv: options.argv ?? ['/bin/sh', '-c', script],
    folder,
    limits: { ...defaultLimits, seconds: 30, ...options.limits },
    signal: options.signal ?? new AbortController().signal,
    ...(options.outbox && { outbox: options.outbox }),
  })
}

describe.each(kinds)('a program kept apart by another $otherUser', (kind) => {
  beforeAll(() => {
    isolation = bubblewrap(kind)
  })

  test('is another user, with no capability and no way to more', async () => {
    const { outputTail } = await run('id -u; grep -E "CapEff|CapBnd|NoNewPrivs" /proc/self/status')
    expect(outputTail).not.toMatch(/^0$/m)
    expect(outputTail).toMatch(/CapEff:\s+0{16}/)
    expect(outputTail).toMatch(/NoNewPrivs:\s+1/)
  })

  test('makes no namespace, in which it would be root', async () => {
    expect((await run('unshare --user --map-root-user true')).exitCode).not.toBe(0)
  })

  test('does not see the runtime’s folder or key, whatever path it tries (C4)', async () => {
    const secret = join(root, 'identity.json')
    writeFileSync(secret, 'the key')
    chmodSync(secret, 0o644)
    const { outputTail } = await run(`cat '${secret}' /job/../identity.json; ls / /root /home '${root}'; true`)
    expect(outputTail).not.toContain('the key')
    const seen = (await run('ls /')).outputTail.trim().split(/\s+/)
    expect(seen.sort()).toEqual(['bin', 'dev', 'etc', 'job', 'lib', 'lib64', 'n', 'proc', 'sbin', 'tmp', 'usr'])
  })

  test('sees of the host’s settings only those without which programs do not start', async () => {
    const seen = (await run('find /etc -mindepth 1 -maxdepth 1; ls /etc/maven')).outputTail.trim().split(/\s+/)
    const own = /^\/etc\/(alternatives|ld\.so\.cache|maven|java-\d+-openjdk|hosts|nsswitch\.conf)$|^(m2\.conf|logging)$/
    expect(seen.filter((name) => !own.test(name))).toEqual([])
    const linked = (await run('find -L /usr/lib/jvm/*/conf -maxdepth 1 -type l; true')).outputTail
    expect(linked).not.toContain('.properties')
  })

  test('writes to one more folder when it is given one, and no process of it does so later', async () => {
    const outbox = { folder: join(root, `outbox-${kind.otherUser}`), path: '/0a1b2c' }
    mkdirSync(outbox.folder)
    const later = 'while :; do date +%N > /0a1b2c/late; done'
    const { exitCode } = await run(
      `setsid sh -c '${later}' > /dev/null 2>&1 & until [ -s /0a1b2c/late ]; do sleep 0.05; done; echo done > /0a1b2c/report`,
      {
        outbox,
      },
    )
    expect(exitCode).toBe(0)
    expect(readFileSync(join(outbox.folder, 'report'), 'utf8')).toBe('done\n')
    const atEnd = readFileSync(join(outbox.folder, 'late'), 'utf8')
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(readFileSync(join(outbox.folder, 'late'), 'utf8')).toBe(atEnd)
    expect((await run('ls /')).outputTail).not.toContain('0a1b2c')
  })

  test('inherits no environment', async () => {
    process.env.STARTER_CANARY = 'must not be seen'
    const { outputTail } = await run('env')
    delete process.env.STARTER_CANARY
    const names = outputTail
      .trim()
      .split('\n')
      .map((line) => line.split('=')[0])
    expect(names.sort()).toEqual(['HOME', 'LANG', 'PATH', 'PWD'])
  })

  test('sees no process of the host', async () => {
    const script = 'for p in /proc/[0-9]*; do tr "\\0" " " < $p/cmdline; echo; done; ls /proc | grep -c "^[0-9]"'
    const { outputTail } = await run(script)
    expect(outputTail).not.toContain('vitest')
    expect(Number(outputTail.trim().split('\n').at(-1))).toBeLessThan(10)
  })

  test('reaches nothing on loopback', async () => {
    let connections = 0
    const server = createServer((socket) => {
      connections++
      socket.destroy()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const script = `const s = require('net').connect(${port}, '127.0.0.1'); s.on('connect', () => process.exit(0)); s.on('error', () => process.exit(7))`
    const { exitCode } = await run('', { argv: ['node', '-e', script] })
    await new Promise((resolve) => server.close(resolve))
    expect(exitCode).toBe(7)
    expect(connections).toBe(0)
  })

  test('calls its own server by the name localhost', async () => {
    const script = `require('node:http').createServer((_, answer) => answer.end('heard')).listen(0, function () {
      fetch('http://localhost:' + this.address().port).then((response) => response.text()).then((text) => {
        console.log(text)
        process.exit(0)
      })
    })`
    const outcome = await run('', { argv: ['node', '-e', script] })
    expect([outcome.exitCode, outcome.outputTail.trim()]).toEqual([0, 'heard'])
  })

  test('writes to its folder and to a small /tmp, and nowhere else', async () => {
    const script =
      'echo a > a; for f in /x /usr/x /etc/x /n/x /dev/x /proc/x; do echo b > $f && echo "wrote $f"; done; true'
    const { outputTail } = await run(script)
    expect(outputTail).not.toContain('wrote')
    expect(readdirSync(folder)).toEqual(['a'])
    const big = await run('head -c 400000000 /dev/zero > /tmp/big; ls -l /tmp/big | awk "{print \\$5}"')
    expect(big.exitCode === 0 && Number(big.outputTail.trim().split('\n').at(-1)) >= 400_000_000).toBe(false)
  })
})

describe('limits', () => {
  beforeAll(async () => {
    isolation = (await findIsolation()) ?? noIsolation
  })

  test('a fork bomb is held by the process cap and ends with the time', async () => {
    const bomb = 'bomb() { bomb | bomb & }; bomb; sleep 60'
    const started = Date.now()
    const outcome = await run(bomb, { limits: { seconds: 3, processes: 60 } })
    // The first shell may itself be one that can fork no more, and end at once.
    expect(outcome.exitCode).not.toBe(0)
    expect(Date.now() - started).toBeLessThan(20_000)
    expect(execFileSync('ps', ['-eo', 'args']).toString()).not.toContain('bomb()')
  })

  test('output beyond the cap is not kept, and a flood ends the run', async () => {
    const outcome = await run('yes', { limits: { outputBytes: 64 * 1024 } })
    expect(outcome).toMatchObject({ exitCode: null, stoppedBy: 'output' })
    expect(outcome.outputTail.length).toBeLessThanOrEqual(4_000)
  })

  test('a talkative program is let end, with its last words', async () => {
    const script = 'head -c 600000 /dev/zero | tr "\\0" x; echo; echo the end'
    const outcome = await run(script)
    expect(outcome.exitCode).toBe(0)
    expect(outcome.outputTail.endsWith('the end\n')).toBe(true)
    expect(outcome.lastLine).toBe('the end')
  })

  test('the time ends everything that was started, also in the background', async () => {
    const outcome = await run('sh -c "while true; do date > beat; sleep 0.1; done" & sleep 60', {
      limits: { seconds: 1 },
    })
    expect(outcome).toMatchObject({ exitCode: null, stoppedBy: 'time' })
    const beat = readFileSync(join(folder, 'beat'), 'utf8')
    await new Promise((resolve) => setTimeout(resolve, 1_200))
    expect(readFileSync(join(folder, 'beat'), 'utf8')).toBe(beat)
  })

  test('what a program leaves in the background ends with it', async () => {
    const outcome = await run('sleep 300 & echo done')
    expect(outcome).toMatchObject({ exitCode: 0, lastLine: 'done' })
  })

  test('memory is capped for each process and over all of them', async () => {
    const eat = (bytes: number) => `node -e "const kept = Buffer.alloc(${bytes}, 1); setTimeout(() => kept, 20_000)"`
    const limits = { memoryBytes: 800_000_000 }
    expect((await run(eat(1_200_000_000), { limits })).exitCode).not.toBe(0)
    const several = await run(`${`${eat(200_000_000)} & `.repeat(6)} wait`, { limits })
    expect(several).toMatchObject({ exitCode: null, stoppedBy: 'memory' })
  })

  test('no file and no folder grows beyond its cap', async () => {
    const file = await run('head -c 5000000 /dev/zero > big', { limits: { fileBytes: 1_000_000 } })
    expect(file.exitCode).not.toBe(0)
    const script = 'i=0; while true; do head -c 900000 /dev/zero > f$i; i=$((i+1)); done'
    const many = await run(script, { limits: { fileBytes: 1_000_000, folderBytes: 20_000_000 } })
    expect(many).toMatchObject({ exitCode: null, stoppedBy: 'disk' })
  })

  test('what lies deeper than a path can name counts as more than any cap', async () => {
    const deep = await run(nestDeeply('sleep 20'))
    expect(deep).toMatchObject({ exitCode: null, stoppedBy: 'disk' })
  })

  test('a folder may stay closed, also to entering it alone, while it hides little', async () => {
    const outcome = await run('mkdir -m 0 closed; mkdir -p half/a; echo a > half/a/a; chmod 444 half; sleep 2')
    expect(outcome).toMatchObject({ exitCode: 0, stoppedBy: null })
  })

  // Root is kept out of nothing, and counts what they hold.
  test.each(['300', '444'])(
    'a folder that is closed by mode %s hides no more than a multiple of the cap',
    async (mode) => {
      const fill = 'i=0; while true; do head -c 900000 /dev/zero > $i; i=$((i+1)); done'
      const script = `mkdir -p half/a; cd half/a; chmod ${mode} ..; ${fill}`
      const limits = { fileBytes: 1_000_000, folderBytes: 4_000_000 }
      expect(await run(script, { limits })).toMatchObject({ exitCode: null, stoppedBy: 'disk' })
    },
  )

  test('a run that is no longer needed ends at once', async () => {
    const controller = new AbortController()
    setTimeout(() => controller.abort(), 300)
    const outcome = await run('sleep 60', { signal: controller.signal })
    expect(outcome).toMatchObject({ exitCode: null, stoppedBy: 'cancelled' })
  })

  test('the cap of the digest is part of what it is over', async () => {
    const short = await run('printf abc')
    expect(short.outputSha256).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
    expect(short.exitCode).toBe(0)
  })
})

test('a program that does not exist exits with 127, with and without isolation', async () => {
  expect((await run('', { argv: ['no-such-program'] })).exitCode).toBe(127)
  const limits = defaultLimits
  const job = { argv: ['no-such-program'], folder, limits, signal: new AbortController().signal }
  expect((await noIsolation.run(job)).exitCode).toBe(127)
})

test('an isolation that does not work is an error and not an exit of the program', async () => {
  const broken = bubblewrap({ program: '/bin/false', otherUser: 'namespace', canLockNamespaces: false })
  const job = { argv: ['true'], folder, limits: defaultLimits, signal: new AbortController().signal }
  await expect(broken.run(job)).rejects.toThrow(IsolationError)
})
