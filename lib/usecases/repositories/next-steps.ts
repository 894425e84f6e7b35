import { Failure } from '../../domain/failure.ts'
import { at, type Step, step } from '../../domain/step.ts'

/** The one way to a connection, to more repositories, and back to either. */
export const connectRepositories: Step = step(
  'client',
  'connect_repositories',
  'Connect the repository at the repository host.',
  at('startGithubInstall'),
)

/** Where an issue that can become a job is found. */
export function chooseIssue(accessId: string): Step {
  return step(
    'client',
    'choose_issue',
    'Choose an open issue of this repository.',
    at('listRepositoryIssues', { repository_access_id: accessId }),
  )
}

/** What only a person at the repository host can do. */
export function hostAction(code: string, text: string): Step {
  return step('repository_host', code, text)
}

/** The answer for every repository that is not this person's to use; nothing is said about others. */
export function unknownRepository(): Failure {
  return new Failure('not_found', 'There is no such granted repository.', { nextActions: [connectRepositories] })
}

export function unknownInstallation(): Failure {
  return new Failure('not_found', 'There is no such connected installation.', { nextActions: [connectRepositories] })
}
