import { type Action, clientAction } from '../../domain/action.ts'
import { Failure } from '../../domain/failure.ts'

/** The one way to a connection, to more repositories, and back to either. */
export const connectRepositories: Action = clientAction(
  'connect_repositories',
  'Connect the repository at the repository host.',
  'POST',
  '/api/v1/client/github/app/install/start/',
)

/** Where an issue that can become a job is found. */
export function chooseIssue(accessId: string): Action {
  const href = `/api/v1/client/github/app/repositories/${accessId}/issues/`
  return clientAction('choose_issue', 'Choose an open issue of this repository.', 'GET', href)
}

/** What only a person at the repository host can do. */
export function hostAction(code: string, text: string): Action {
  return { code, text, who: 'repository_host', until: null }
}

/** The answer for every repository that is not this person's to use; nothing is said about others. */
export function unknownRepository(): Failure {
  return new Failure('not_found', 'There is no such granted repository.', { nextActions: [connectRepositories] })
}

export function unknownInstallation(): Failure {
  return new Failure('not_found', 'There is no such connected installation.', { nextActions: [connectRepositories] })
}
