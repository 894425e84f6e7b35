import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import type { Endpoint } from '#lib/api/endpoint.ts'
import { endpoints } from '#lib/api/endpoints.ts'
import { secretVariables, sharedVariables, webVariables, workerSecrets, workerVariables } from '#lib/env.ts'

const root = resolve(import.meta.dirname, '..')
const folder = join(root, 'docs/deploy')
const read = (name: string) => readFileSync(join(folder, name), 'utf8')
const files = globSync('**/*.{yaml,service,sh,html,conf}', { cwd: folder }).concat('Dockerfile')
const manifests = files.filter((name) => name.endsWith('.yaml'))

const settings = Object.keys({ ...sharedVariables, ...webVariables, ...workerVariables })
const known = new Set([...settings, ...secretVariables.map((name) => `${name}_FILE`)])
/** Variables of the programs of others: PostgreSQL's image and Next.js. */
const ofOthers = ['POSTGRES_USER', 'POSTGRES_DB', 'POSTGRES_PASSWORD_FILE', 'NEXT_TELEMETRY_DISABLED']

type Node = Record<string, unknown>
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

/** Every mapping of a document, whichever lists and mappings it is in. */
function* mappingsOf(value: unknown): Generator<Node> {
  if (!isNode(value)) return
  if (!Array.isArray(value)) yield value
  for (const item of Object.values(value)) yield* mappingsOf(item)
}

const documentsOf = (name: string): Node[] => parseAllDocuments(read(name)).map((document) => document.toJS() as Node)
const mappingsIn = (name: string, key: string): Node[] =>
  documentsOf(name).flatMap((document) => [...mappingsOf(document)].filter((mapping) => key in mapping))
const mappings = manifests.flatMap((name) => documentsOf(name).flatMap((document) => [...mappingsOf(document)]))

test.each(manifests)('%s is YAML without errors, and says what each of its objects is', (name) => {
  for (const document of parseAllDocuments(read(name), { uniqueKeys: true })) {
    expect(document.errors).toEqual([])
    const { kind, apiVersion, metadata, services } = document.toJS() as Node
    if (name.startsWith('prometheus/')) continue
    if (name.startsWith('kubernetes/')) expect([kind, apiVersion, metadata].every(Boolean)).toBe(true)
    else expect(services).toBeDefined()
  }
})

test.each(files)('%s sets only variables that the programs read', (name) => {
  const named = read(name).matchAll(/\b([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?==|:| *,)/g)
  const strange = [...named].map((match) => match[1] ?? '').filter((variable) => !known.has(variable))
  expect(strange.filter((variable) => !ofOthers.includes(variable))).toEqual([])
})

const scripts = /(?<![\w./-])((?:server|lib\/[\w/-]+|tools\/[\w/-]+)\.(?:ts|mjs)|docs\/deploy\/[\w./-]+)/g

test.each(files)('every program and file of the project that %s names exists', (name) => {
  const named = [...read(name).matchAll(scripts)].map((match) => match[1] ?? '')
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

test('no part of a web program is given a key that is for the worker alone', () => {
  const parts = [read('systemd/jobwright-web@.service'), read('kubernetes/web.yaml')]
  const [compose] = documentsOf('compose.yaml')
  parts.push(JSON.stringify((compose as { services?: Node } | undefined)?.services?.web ?? ''))
  for (const text of parts) for (const name of workerSecrets) expect(text).not.toContain(name)
})

test('every probe asks a path of the API at a port that its container names', () => {
  const containers = mappings.filter((mapping) => 'image' in mapping && 'startupProbe' in mapping)
  expect(containers.length).toBeGreaterThan(0)
  for (const container of containers) {
    const ports = container.ports as { name: string; containerPort: number }[]
    const http = ports.find(({ name }) => name === 'http')
    expect(http?.containerPort).toBe(webVariables.PORT.parse(undefined))
    for (const probe of ['startupProbe', 'readinessProbe', 'livenessProbe']) {
      const { httpGet } = container[probe] as { httpGet: { path: string; port: string } }
      expect(ports.map((port) => port.name)).toContain(httpGet.port)
      const [path = ''] = httpGet.path.split('?')
      expect(existsSync(join(root, 'app', path, 'route.ts'))).toBe(true)
    }
  }
})

const servedMetrics = { METRICS_HOST: '0.0.0.0', METRICS_PORT: expect.stringMatching(/^946[45]$/) }

test('Prometheus reaches the metrics of web and worker inside the network, and nobody else does', () => {
  const [compose = {}] = documentsOf('compose.yaml')
  const { web, worker } = (compose.services ?? {}) as Record<string, Node>
  for (const program of [web, worker]) expect(program?.environment).toMatchObject(servedMetrics)
  expect(JSON.stringify([web?.ports, worker?.ports])).not.toContain('946')
  for (const name of ['web', 'worker']) {
    const [{ ports, env }] = mappingsIn(`kubernetes/${name}.yaml`, 'args') as [{ ports: Node[]; env: Node[] }]
    const variables = Object.fromEntries(env.map((variable) => [variable.name, variable.value]))
    expect(variables).toMatchObject(servedMetrics)
    const port = Number(variables.METRICS_PORT)
    expect(ports).toContainEqual({ name: 'metrics', containerPort: port })
    const policies = documentsOf('kubernetes/network.yaml') as { metadata: Node; spec: { ingress: Node[] } }[]
    const policy = policies.find(({ metadata }) => metadata.name === `jobwright-${name}`)
    const rules = policy?.spec.ingress.filter((rule) => JSON.stringify(rule.ports).includes(`${port}`))
    expect(rules).toHaveLength(1)
    expect(JSON.stringify(rules?.[0]?.from)).toContain('prometheus')
  }
})

test.each([
  [
    'compose.yaml',
    / {6}# (SMTP_URL_FILE: \/run\/secrets\/smtp-url)\n[\s\S]* # smtp-url,\n[\s\S]* # smtp-url: \{ file: secrets\/smtp-url \}/,
  ],
  [
    'kubernetes/worker.yaml',
    /# - \{ name: SMTP_URL_FILE, .*smtp-url \}\n[\s\S]*# - \{ key: smtp-url, path: smtp-url \}/,
  ],
  ['systemd/jobwright-worker@.service', /^#LoadCredential=smtp-url:.*\n#Environment=SMTP_URL_FILE=%d\/smtp-url$/m],
])('%s has the secret of the mail server ready to be switched on, and works without it', (name, lines) => {
  expect(read(name)).toMatch(lines)
})

test('what decides on sending a web program requests asks readiness about traffic alone', () => {
  const asked = ['kubernetes/web.yaml', 'compose.yaml', 'systemd/jobwright-web@.service'].flatMap((name) =>
    [...read(name).matchAll(/\/api\/ready\/[^\s'",]*/g)].map(([path]) => path),
  )
  expect(asked).toEqual(Array(3).fill('/api/ready/?for=traffic'))
})

test('every container runs without root, without privileges and with a root that it cannot write to', () => {
  const containers = mappings.filter(({ image, args }) => image === 'jobwright' && args)
  expect(containers).toHaveLength(3)
  for (const { securityContext } of containers)
    expect(securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
  const pods = mappings.filter((mapping) => 'containers' in mapping)
  for (const { securityContext } of pods)
    expect(securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10_001 })
})

test('every secret that a container reads is one that its volume or its service holds', () => {
  for (const pod of mappings.filter((mapping) => 'containers' in mapping)) {
    const held = [...mappingsOf(pod.volumes)].flatMap(({ key }) => (key ? [`/run/secrets/${key}`] : []))
    const paths = [...mappingsOf(pod.containers)].flatMap(({ name, value }) =>
      `${name}`.endsWith('_FILE') ? [value] : [],
    )
    expect(paths.filter((path) => path !== '/etc/jobwright/deployment.json').sort()).toEqual(held.sort())
  }
  const [compose] = documentsOf('compose.yaml')
  for (const { environment, secrets } of Object.values(compose?.services as Record<string, Node>)) {
    const paths = Object.values(environment as Node).filter((value) => `${value}`.startsWith('/run/secrets/'))
    expect(paths).toEqual((secrets as string[]).map((name) => `/run/secrets/${name}`))
    for (const name of secrets as string[]) expect(compose).toHaveProperty(['secrets', name])
  }
})

test('each unit runs a program that exists, with the credentials that it loads', () => {
  for (const name of files.filter((file) => file.endsWith('.service'))) {
    const text = read(name)
    const [, node = '', script = ''] = /^ExecStart=\/srv\/jobwright\/(\S+) --\S+ (\S+)$/m.exec(text) ?? []
    expect([node, script].filter((path) => !existsSync(join(root, path)))).toEqual([])
    const loaded = [...text.matchAll(/^LoadCredential=([\w-]+):/gm)].map((match) => match[1])
    const used = [...text.matchAll(/^Environment=\w+_FILE=%d\/([\w-]+)$/gm)].map((match) => match[1])
    expect(used).toEqual(loaded)
  }
})

test('nginx names the web programs that the units start, adds the caller to X-Forwarded-For, and leaves limits on bodies to them', () => {
  const text = read('nginx/jobwright.conf')
  const guide = readFileSync(join(root, 'docs/going-live.md'), 'utf8')
  const [, started = ''] = /^systemctl enable --now (.*)$/m.exec(guide) ?? []
  const portsOf = (words: string, pattern: RegExp) => [...words.matchAll(pattern)].map((match) => match[1])
  const ports = portsOf(started, /jobwright-web@(\d+)/g)
  expect(ports.length).toBeGreaterThan(1)
  expect(portsOf(text, /server 127\.0\.0\.1:(\d+);/g)).toEqual(ports)
  expect(text).toContain('proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;')
  const [, megabytes] = /client_max_body_size (\d+)m;/.exec(text) ?? []
  const largest = Math.max(...Object.values<Endpoint>(endpoints).map(({ bodyLimit = 0 }) => bodyLimit))
  expect(Number(megabytes) * 1024 ** 2).toBeGreaterThan(largest)
  const metrics = [...ports.map((port) => `1${port}`), ...portsOf(started, /jobwright-worker@(\d+)/g)]
  expect(portsOf(read('prometheus/prometheus.yaml'), /127\.0\.0\.1:(\d+)/g)).toEqual(metrics)
})

test('the GitHub App is registered with the addresses that exist, and with the permissions and events that are used', () => {
  const [, text = ''] = /<script type="application\/json"[^>]*>([\s\S]*?)<\/script>/.exec(read('github-app.html')) ?? []
  const app = JSON.parse(text)
  const { pathname } = new URL(app.hook_attributes.url)
  expect(existsSync(join(root, 'app', pathname, 'route.ts'))).toBe(true)
  expect(existsSync(join(root, 'app/(workspace)', new URL(app.callback_urls[0]).pathname, 'page.tsx'))).toBe(true)
  expect(Object.values(app.default_permissions)).toEqual(['read', 'read', 'read', 'read'])
  const handled = readFileSync(join(root, 'lib/usecases/webhooks/process-github-event.ts'), 'utf8')
  // Issues are for the public index, which is read again after any event of a repository.
  expect(app.default_events.filter((event: string) => !handled.includes(`'${event}'`))).toEqual(['issues'])
})

test('each image step that the Dockerfile names is one of the script’s, which is plain shell', () => {
  const named = [...read('Dockerfile').matchAll(/stage\.sh (\w+)/g)].map((match) => match[1])
  const offered = [...read('stage.sh').matchAll(/^(\w+)\)$/gm)].map((match) => match[1])
  expect(named).toEqual(offered)
  execFileSync('sh', ['-n', join(folder, 'stage.sh')])
  expect(existsSync(join(folder, `${dirname('Dockerfile')}/Dockerfile.dockerignore`))).toBe(true)
})
