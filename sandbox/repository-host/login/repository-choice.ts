import { html } from 'hono/html'
import type { Host } from '../context.ts'
import type { Account } from '../store/accounts.ts'
import { type Installation, type InstallationChoice, listInstallationRepositories } from '../store/installations.ts'
import { listRepositoriesOf } from '../store/repositories.ts'
import type { Html } from './page.ts'

/** Fields that choose all or some of an account's repositories. */
export function repositoryChoice(host: Host, account: Account, installation: Installation | undefined): Html {
  const selected = new Set(installation ? listInstallationRepositories(host.db, installation).map(({ id }) => id) : [])
  const isSelected = installation?.repository_selection === 'selected'
  const radio = (value: string, text: string, checked: boolean) =>
    html`<label
      ><input type="radio" name="repository_selection" value="${value}" ${checked ? 'checked' : ''} />${text}</label
    >`
  return html`<fieldset>
    <legend>Repositories</legend>
    ${radio('all', 'All repositories', !isSelected)} ${radio('selected', 'Only select repositories', isSelected)}
    <div class="indent">
      ${listRepositoriesOf(host.db, account.id).map(
        (repository) =>
          html`<label
            ><input
              type="checkbox"
              name="repository_ids[]"
              value="${repository.id}"
              ${isSelected && selected.has(repository.id) ? 'checked' : ''}
            />${repository.name} <span class="soft">${repository.private ? 'private' : 'public'}</span></label
          >`,
      )}
    </div>
  </fieldset>`
}

/** What the form chose; undefined when it names nothing or a repository of another account. */
export function readChoice(host: Host, account: Account, form: URLSearchParams): InstallationChoice | undefined {
  const selection = form.get('repository_selection') ?? 'all'
  if (selection === 'all') return { repository_selection: 'all', repositoryIds: [] }
  if (selection !== 'selected') return undefined
  const repositoryIds = [...form.getAll('repository_ids[]'), ...form.getAll('repository_ids')].map(Number)
  const own = listRepositoriesOf(host.db, account.id).map((repository) => repository.id)
  const isValid = repositoryIds.length > 0 && repositoryIds.every((id) => own.includes(id))
  return isValid ? { repository_selection: 'selected', repositoryIds } : undefined
}
