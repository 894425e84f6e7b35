import { Failure, type FailureCode, isFailure } from '../domain/failure.ts'
import { hostErrorOf } from './github-errors.ts'

/** Asks as the App; what it may not have, or what is not there for it, is a permission that it lacks. */
export async function askingForAccess<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (!isFailure(error)) throw error
    // 401 is a key that the host does not know, 404 no installation there, 422 a right that the installation lacks.
    const codes: FailureCode[] = [
      ...(['repository_not_connected', 'not_found', 'repository_permission', 'repository_host_refused'] as const),
    ]
    if (!codes.includes(error.code)) throw error
    throw new Failure('repository_permission', accessText(error.code), { cause: error.cause })
  }
}

/** Acts with the token of one publication. */
export async function acting<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    throw isFailure(error) ? toPublisherFailure(error) : error
  }
}

/** Whether the host refused because of this; its words are all that tells. */
export function isRefusedFor(error: unknown, reason: RegExp): boolean {
  if (!isFailure(error)) return false
  const { status, message = '' } = hostErrorOf(error)
  return status === 422 && reason.test(message)
}

function accessText(code: FailureCode): string {
  if (code === 'repository_not_connected') return 'The repository host does not accept the App’s key.'
  if (code === 'not_found') return 'The App is not installed on the repository.'
  return 'The App’s installation does not allow it to publish: contents, pull requests and checks must be granted there.'
}

function toPublisherFailure(failure: Failure): Failure {
  const { message = '' } = hostErrorOf(failure)
  const as = (code: FailureCode, text: string) => new Failure(code, text, { cause: failure.cause })
  // A token that was given a moment ago is gone with its installation, or not known everywhere yet: a later try tells.
  if (failure.code === 'repository_not_connected')
    return as('repository_host_unavailable', 'The repository host no longer accepts the token of this publication.')
  if (failure.code === 'not_found')
    return as('repository_host_refused', 'The repository no longer has what is to be published upon.')
  if (failure.code !== 'repository_permission') return failure
  if (/suspended/i.test(message)) return as('repository_permission', 'The App’s installation is suspended.')
  if (/archived/i.test(message))
    return as('repository_host_refused', 'The repository is archived, so it takes no changes.')
  return as(
    'repository_host_refused',
    'The repository host does not let the App write this; a change of workflows, for one, is never allowed.',
  )
}
