import { Hono } from 'hono'
import { html } from 'hono/html'
import type { HostContext, HostEnv } from '../api/request.ts'
import type { Host } from '../context.ts'
import { type Commit, listDifference, listTree, mergeBase, readCommit, resolveCommit } from '../git/read.ts'
import { git, gitDirectory } from '../git/run.ts'
import { pullEnds } from '../json/pull-request.ts'
import { accountOf } from '../store/accounts.ts'
import { findCheckRun, listCheckRuns } from '../store/check-runs.ts'
import { findIssue } from '../store/issues.ts'
import { fullName, type Repository } from '../store/repositories.ts'
import { findReadable, sendMissing, showComments } from './browse.ts'
import { type Html, sendPage } from './page.ts'

const patchMax = 200_000

type Place = { repository: Repository; directory: string }

/** Plain pages of branches, commits, comparisons, pull requests and check runs. */
export function codePages(host: Host): Hono<HostEnv> {
  const routes = new Hono<HostEnv>()
  const page = (path: string, show: (place: Place, c: HostContext) => Promise<Response>) =>
    routes.get(`/:owner/:repo/${path}`, (c) => {
      const repository = findReadable(host, c)
      return repository ? show({ repository, directory: gitDirectory(host.dataDir, repository.id) }, c) : sendMissing(c)
    })
  page('pull/:number{[0-9]+}', (place, c) => showPull(host, place, c))
  page('runs/:run{[0-9]+}', (place, c) => showRun(host, place, c))
  page('tree/:ref{.+}', showTree)
  page('commit/:ref{[0-9a-f]+}', (place, c) => showCommit(host, place, c))
  page('compare/:range{.+}', showComparison)
  return routes
}

async function showPull(host: Host, { repository, directory }: Place, c: HostContext): Promise<Response> {
  const issue = findIssue(host.db, repository.id, Number(c.req.param('number')))
  if (!issue || issue.head_branch === null) return sendMissing(c)
  const { base, head, draft } = await pullEnds(host, repository, issue)
  const name = fullName(repository)
  const from = await mergeBase(directory, base.sha, head.sha)
  const body = html`<p>
      <a href="/${name}">${name}</a> #${issue.number} ·
      <span class="label">${issue.state === 'open' && draft ? 'draft' : issue.state}</span>
    </p>
    <p>
      ${accountOf(host.db, issue.author_id).login} wants to merge
      <a href="/${name}/tree/${head.branch}">${head.branch}</a> into
      <a href="/${name}/tree/${base.branch}">${base.branch}</a>
    </p>
    <section><pre>${issue.body ?? ''}</pre></section>
    ${listRuns(host, repository, head.sha)} ${await showFiles(directory, from, head.sha)} ${showComments(host, issue)}`
  return sendPage(c, { title: issue.title, body })
}

function showRun(host: Host, { repository }: Place, c: HostContext): Promise<Response> {
  const run = findCheckRun(host.db, Number(c.req.param('run')))
  if (!run || run.repository_id !== repository.id) return sendMissing(c)
  const body = html`<p>
      <a href="/${fullName(repository)}">${fullName(repository)}</a> ·
      <a href="/${fullName(repository)}/commit/${run.head_sha}">${run.head_sha.slice(0, 7)}</a> ·
      <span class="label">${run.conclusion ?? run.status}</span>
    </p>
    <section>
      <h2>${run.title ?? ''}</h2>
      <pre>${run.summary ?? ''}</pre>
    </section>
    ${run.details_url && html`<p><a href="${run.details_url}" rel="noreferrer">Details at ${host.app.name}</a></p>`}`
  return sendPage(c, { title: run.name, body })
}

async function showTree({ repository, directory }: Place, c: HostContext): Promise<Response> {
  const ref = c.req.param('ref') ?? ''
  const sha = await resolveCommit(directory, ref)
  if (!sha) return sendMissing(c)
  const name = fullName(repository)
  const files = (await listTree(directory, sha, true)).filter(({ type }) => type === 'blob')
  const body = html`<p>
      <a href="/${name}">${name}</a> · <a href="/${name}/commit/${sha}">${sha.slice(0, 7)}</a> ·
      <a href="/${name}/compare/${repository.default_branch}...${ref}">Compare</a>
    </p>
    <ul>
      ${files.map(({ path, mode }) => html`<li>${path}${mode === '100755' ? ' (executable)' : ''}</li>`)}
    </ul>`
  return sendPage(c, { title: ref, body })
}

async function showCommit(host: Host, { repository, directory }: Place, c: HostContext): Promise<Response> {
  const sha = await resolveCommit(directory, c.req.param('ref') ?? '')
  if (!sha) return sendMissing(c)
  const commit: Commit = await readCommit(directory, sha)
  const name = fullName(repository)
  const [title = '', ...text] = commit.message.split('\n')
  const body = html`<p>
      <a href="/${name}">${name}</a> · ${sha} · ${commit.author.name} on ${commit.author.date.slice(0, 10)}
    </p>
    <section><pre>${text.join('\n').trim()}</pre></section>
    ${listRuns(host, repository, sha)} ${await showFiles(directory, commit.parents[0], sha)}`
  return sendPage(c, { title, body })
}

async function showComparison({ repository, directory }: Place, c: HostContext): Promise<Response> {
  const [base = '', head = ''] = (c.req.param('range') ?? '').split('...')
  const [from, to] = await Promise.all([resolveCommit(directory, base), resolveCommit(directory, head)])
  if (!from || !to) return sendMissing(c)
  const name = fullName(repository)
  const body = html`<p><a href="/${name}">${name}</a></p>
    ${await showFiles(directory, await mergeBase(directory, from, to), to)}`
  return sendPage(c, { title: `${base} … ${head}`, body })
}

function listRuns(host: Host, repository: Repository, sha: string): Html {
  const runs = listCheckRuns(host.db, repository.id, sha)
  if (runs.length === 0) return html`<p class="soft">No checks have run.</p>`
  return html`<h2>Checks</h2>
    <ul>
      ${runs.map(
        ({ id, name, status, conclusion }) =>
          html`<li><a href="/${fullName(repository)}/runs/${id}">${name}</a> ${conclusion ?? status}</li>`,
      )}
    </ul>`
}

async function showFiles(directory: string, from: string | undefined, to: string): Promise<Html> {
  const files = await listDifference(directory, from, to)
  const range = from ? [from, to] : ['--root', to]
  const patch = (await git(directory, ['diff-tree', '-p', '--no-commit-id', '--no-renames', ...range])).toString('utf8')
  return html`<h2>Files changed</h2>
    <ul>
      ${files.map(
        ({ path, status, additions, deletions }) =>
          html`<li>${path} <span class="soft">${status}, +${additions} −${deletions}</span></li>`,
      )}
    </ul>
    <section><pre class="code" tabindex="0">${patch.slice(0, patchMax)}</pre></section>
    ${patch.length > patchMax ? html`<p class="soft">The rest is too long for this page.</p>` : ''}`
}
