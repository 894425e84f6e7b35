import type { Host } from '../context.ts'
import type { CheckRun } from '../store/check-runs.ts'
import { fullName, type Repository } from '../store/repositories.ts'
import { toAppJson } from './installation.ts'
import { nodeId } from './node-id.ts'

export function toCheckRunJson(host: Host, repository: Repository, run: CheckRun) {
  const url = `${host.apiUrl}/repos/${fullName(repository)}/check-runs/${run.id}`
  return {
    id: run.id,
    name: run.name,
    node_id: nodeId('CR', run.id),
    head_sha: run.head_sha,
    external_id: run.external_id ?? '',
    url,
    html_url: `${host.url}/${fullName(repository)}/runs/${run.id}`,
    details_url: run.details_url,
    status: run.status,
    conclusion: run.conclusion,
    started_at: run.started_at,
    completed_at: run.completed_at,
    output: {
      title: run.title,
      summary: run.summary,
      text: run.text,
      annotations_count: 0,
      annotations_url: `${url}/annotations`,
    },
    check_suite: null,
    app: toAppJson(host),
    pull_requests: [],
  }
}
