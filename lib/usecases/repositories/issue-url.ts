import { Failure } from '../../domain/failure.ts'
import { at, step } from '../../domain/step.ts'

/** Repository and number that the address of an issue at the host names; whatever follows in query or hash is ignored. */
export function parseIssueUrl(text: string, hostOrigin: string): { fullName: string; number: number } {
  const url = new URL(text)
  const host = new URL(hostOrigin)
  const isHost = /^https?:$/.test(url.protocol) && url.host === host.host && url.username === '' && url.password === ''
  if (!isHost) throw notAnIssue(`expected an address of ${host.origin}`)
  const match = /^\/([\w.-]+\/[\w.-]+)\/(issues|pull)\/([1-9]\d{0,8})(?:\/.*)?$/.exec(url.pathname)
  const [, fullName, kind, number] = match ?? []
  if (kind === 'pull') {
    throw new Failure('issue_not_usable', `#${number} is a pull request, not an issue.`, {
      nextActions: [step('client', 'choose_repository', 'Choose an issue of a repository.', at('getGithubStatus'))],
    })
  }
  if (!fullName || !number) throw notAnIssue(`expected ${host.origin}/owner/repository/issues/number`)
  return { fullName, number: Number(number) }
}

function notAnIssue(message: string): Failure {
  return new Failure('invalid_request', 'That is not the address of an issue.', {
    errors: [{ pointer: '/url', message }],
  })
}
