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
    open_issues: z.int().meta({ description: 'As the repository host counts them: with open pull requests.' }),
    can_browse: z.boolean(),
    can_draft: z.boolean(),
    checked_at: timestamp,
  })
  .meta({ id: 'RepositoryAccess' })

export const githubStatus = z
  .strictObject({
    connected: z.boolean().meta({ description: 'Whether the host accepts this person’s connection, as last seen.' }),
    installation_requested_at: timestamp
      .nullable()
      .meta({ description: 'Since when an owner of an organisation is asked to install the App.' }),
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
  description: 'This person’s installations, each with the repositories that the host grants this person.',
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
  description: 'Gives the host’s installation page with a one-use state bound to this session for 10 minutes.',
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
    'Takes what the host’s redirect carried. With `setup_action` `request` there is no installation yet: the request is remembered until an owner agrees. Otherwise the installation counts only when the host lists it for this person’s own token; the rows follow this person’s own permissions.',
  access,
  capability,
  body: z
    .strictObject({
      state: z.string().min(20).max(200).meta({ example: 'uV3Tq0cS8m1kX9wYb2Zr4A' }),
      code: z.string().min(1).max(200).optional().meta({ description: 'Needed unless `setup_action` is `request`.' }),
      installation_id: installationId.optional().meta({ description: 'Needed unless `setup_action` is `request`.' }),
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
    'Makes this person’s rows equal to what the host says for this person’s token now. An installation that the host no longer lists is closed.',
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
    'Ends this person’s own link at once: its repositories are closed to this person, drafts of theirs cannot be reviewed. Other people of the same installation keep theirs, funded jobs go on, and the App stays installed at the host.',
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
  description:
    'Read with this person’s own token, so the host enforces this person’s rights. Pull requests are left out.',
  access,
  scope: 'drafts:read',
  capability,
  params: z.strictObject({ repository_access_id: uuid }),
  query: z.strictObject({
    state: z.enum(['open', 'closed', 'all']).default('open'),
    labels: z.string().max(200).default('').meta({
      description:
        'Names separated by commas, all of which an issue must have; one that holds a comma stands in quotes.',
      example: 'bug,"help wanted"',
    }),
    search: z.string().max(200).optional().meta({
      description: 'Words; `#12` is the issue of that number alone, and a bare number is looked for as both.',
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
      .meta({ description: 'The draft that you funded last, whose terms `createDraft` takes as `terms_from`.' }),
  })
  .meta({ id: 'IssuePreview' })

export const previewIssueEndpoint = defineEndpoint('previewIssue', {
  tag,
  storesNoAnswer: true,
  summary: 'Validate and normalise an issue',
  description: 'By repository access and number, or by the issue’s URL within granted access.',
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
