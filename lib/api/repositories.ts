import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { hostFailures } from './host-failures.ts'
import { action, cursor, hash, issueNumber, limit, money, page, timestamp, uuid } from './scalars.ts'

const tag = 'repositories'
const access = 'session'
const capability = 'client'

const repositoryAccess = z
  .strictObject({
    id: uuid,
    repository_id: z.int(),
    full_name: z.string(),
    private: z.boolean(),
    archived: z.boolean(),
    default_branch: z.string(),
    language: z.string().nullable(),
    open_issues: z.int().meta({ description: 'As counted by the repository host, which includes open pull requests.' }),
    can_browse: z.boolean(),
    can_draft: z.boolean(),
    checked_at: timestamp,
  })
  .meta({ id: 'RepositoryAccess' })

export const githubStatus = z
  .strictObject({
    connected: z
      .boolean()
      .meta({ description: 'Whether the repository host accepted your connection when last checked.' }),
    installation_requested_at: timestamp.nullable().meta({
      description: 'When an owner of an organisation was asked to install the App; null if no request is open.',
    }),
    next_actions: z.array(action),
    account: z.strictObject({ login: z.string() }).nullable(),
    installations: z.array(
      z.strictObject({
        installation_id: z.int(),
        account_login: z.string(),
        account_type: z.string(),
        repository_selection: z.string(),
        suspended: z.boolean(),
        checked_at: timestamp,
        repositories: z.array(repositoryAccess),
      }),
    ),
  })
  .meta({ id: 'RepositoryHostStatus' })

export const getGithubStatusEndpoint = defineEndpoint('getGithubStatus', {
  tag,
  summary: 'State of the repository connection',
  description: 'Your installations, each with the repositories that the repository host grants you.',
  access,
  scope: 'drafts:read',
  capability,
  reply: { status: 200, schema: githubStatus, description: 'The connection.' },
  failures: [],
})

export const installStart = z
  .strictObject({ installation_url: z.url(), expires_at: timestamp })
  .meta({ id: 'InstallStart' })

export const startGithubInstallEndpoint = defineEndpoint('startGithubInstall', {
  tag,
  summary: 'Start the App installation',
  description:
    'Returns the URL of the host’s installation page with a one-use state, bound to this session for 10 minutes.',
  access,
  capability,
  holdsSecret: true,
  reply: {
    status: 200,
    schema: installStart,
    description: 'Where to send the browser.',
  },
  failures: [],
})

const installationId = z.string().regex(/^[1-9]\d{0,14}$/, 'This must be the number of an installation.')

export const completeGithubInstallEndpoint = defineEndpoint('completeGithubInstall', {
  tag,
  summary: 'Complete the App installation',
  description:
    'Takes the parameters of the host’s redirect. With `setup_action` `request` there is no installation yet: the request is stored until an owner agrees. Otherwise the installation counts only if the host lists it for your own token; the repositories follow your own permissions.',
  access,
  capability,
  body: z
    .strictObject({
      state: z.string().min(20).max(200).meta({ example: 'uV3Tq0cS8m1kX9wYb2Zr4A' }),
      code: z.string().min(1).max(200).optional().meta({ description: 'Required unless `setup_action` is `request`.' }),
      installation_id: installationId.optional().meta({ description: 'Required unless `setup_action` is `request`.' }),
      setup_action: z.enum(['install', 'update', 'request']).default('install'),
    })
    .meta({ id: 'InstallCompletion' }),
  reply: { status: 200, schema: githubStatus, description: 'The connection.' },
  failures: ['install_state_invalid', 'not_found', 'state_conflict', ...hostFailures],
})

const installationParams = z.strictObject({ installation_id: installationId })

export const refreshGithubInstallationEndpoint = defineEndpoint('refreshGithubInstallation', {
  tag,
  storesNoAnswer: true,
  summary: 'Read an installation again',
  description:
    'Updates your repositories to what the host currently reports for your token. An installation that the host no longer lists is closed.',
  access,
  capability,
  params: installationParams,
  reply: { status: 200, schema: githubStatus, description: 'The connection.' },
  failures: ['not_found', ...hostFailures],
})

export const disconnectGithubInstallationEndpoint = defineEndpoint('disconnectGithubInstallation', {
  tag,
  summary: 'Disconnect an installation',
  description:
    'Ends your own link at once: its repositories are closed to you, and drafts for them cannot be reviewed. Other people with the same installation keep their links, funded jobs continue, and the App stays installed at the host.',
  access,
  capability,
  params: installationParams,
  reply: { status: 200, schema: githubStatus, description: 'The connection.' },
  failures: ['not_found'],
})

export const issue = z
  .strictObject({
    number: z.int(),
    url: z.string(),
    title: z.string(),
    labels: z.array(z.string()),
    state: z.enum(['open', 'closed']),
    author: z.string(),
    comments: z.int(),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .meta({ id: 'Issue' })

export const listRepositoryIssuesEndpoint = defineEndpoint('listRepositoryIssues', {
  tag,
  summary: 'Browse issues of a granted repository',
  description: 'Reads with your own token, so the host enforces your rights. Pull requests are left out.',
  access,
  scope: 'drafts:read',
  capability,
  params: z.strictObject({ repository_access_id: uuid }),
  query: z.strictObject({
    state: z.enum(['open', 'closed', 'all']).default('open'),
    labels: z.string().max(200).default('').meta({
      description:
        'Label names separated by commas; an issue must have all of them. Put a name that contains a comma in double quotes.',
      example: 'bug,"help wanted"',
    }),
    search: z.string().max(200).optional().meta({
      description:
        'Words to search for. `#12` finds only the issue with that number; a bare number is searched for both as an issue number and as a word.',
      example: 'umlauts',
    }),
    sort: z.enum(['created', 'updated', 'comments']).default('created'),
    direction: z.enum(['asc', 'desc']).default('desc'),
    limit,
    cursor,
  }),
  reply: { status: 200, schema: page(issue, 'IssuePage'), description: 'A page of issues.' },
  failures: ['not_found', ...hostFailures],
})

export const listRepositoryBranchesEndpoint = defineEndpoint('listRepositoryBranches', {
  tag,
  summary: 'List branches of a granted repository',
  description: 'Reads with your own token, so the host enforces your rights. The default branch comes first.',
  access,
  scope: 'drafts:read',
  capability,
  params: z.strictObject({ repository_access_id: uuid }),
  reply: {
    status: 200,
    schema: z
      .strictObject({
        data: z.array(z.string()).meta({ example: ['main', 'release'] }),
        is_complete: z.boolean().meta({ description: 'False where the repository has more than a hundred.' }),
      })
      .meta({ id: 'BranchList' }),
    description: 'The branches.',
  },
  failures: ['not_found', ...hostFailures],
})

export const issuePreview = z
  .strictObject({
    repository_access_id: uuid,
    repository_full_name: z.string(),
    can_draft: z.boolean(),
    issue: z.strictObject({
      repository_id: z.int(),
      number: z.int(),
      url: z.string(),
      title: z.string(),
      body: z.string(),
      labels: z.array(z.string()),
      state: z.enum(['open', 'closed']),
      content_hash: hash,
    }),
    warnings: z.array(z.strictObject({ code: z.string(), message: z.string() })),
    last_terms: z
      .strictObject({
        draft_id: uuid,
        title: z.string(),
        reward: money,
        verifiers: z.int(),
        max_attempts: z.int(),
        budget: money,
      })
      .nullable()
      .meta({
        description: 'The draft that you funded last. Send its id as `terms_from` of `createDraft` to reuse its terms.',
      }),
  })
  .meta({ id: 'IssuePreview' })

export const previewIssueEndpoint = defineEndpoint('previewIssue', {
  tag,
  storesNoAnswer: true,
  summary: 'Validate and normalise an issue',
  description:
    'Takes the repository access and the issue’s number, or the issue’s URL in a repository to which access was granted.',
  access,
  scope: 'drafts:read',
  capability,
  body: z
    .union([
      z.strictObject({ repository_access_id: uuid, number: issueNumber }),
      z.strictObject({ url: z.url().max(500) }),
    ])
    .meta({ id: 'IssuePreviewRequest' }),
  reply: { status: 200, schema: issuePreview, description: 'The issue as a draft would take it.' },
  failures: ['not_found', 'issue_not_usable', ...hostFailures],
})
