import { html } from 'hono/html'
import type { Host } from '../context.ts'
import type { Permissions } from '../options.ts'
import type { Account } from '../store/accounts.ts'
import type { Installation } from '../store/installations.ts'
import { grantsOptional, hasOptional } from '../world/installations.ts'
import type { Html } from './page.ts'

/** Fields that grant or leave out what the App asks for as optional. */
export function optionalChoice(host: Host, account: Account, installation: Installation | undefined): Html {
  const isGranted = installation ? hasOptional(host, installation) : grantsOptional(host, account)
  const radio = (value: string, text: string, checked: boolean) =>
    html`<label
      ><input type="radio" name="optional_permissions" value="${value}" ${checked ? 'checked' : ''} />${text}</label
    >`
  return html`<fieldset>
    <legend>Optional permissions</legend>
    <p class="soft">${listPermissions(host.app.optionalPermissions)}</p>
    ${radio('grant', 'Grant', isGranted)} ${radio('withhold', 'Leave out', !isGranted)}
  </fieldset>`
}

/** What the form says about them; undefined when it says nothing. */
export function readOptional(form: URLSearchParams): boolean | undefined {
  const choice = form.get('optional_permissions')
  return choice === null ? undefined : choice === 'grant'
}

export function listPermissions(permissions: Permissions): string {
  return Object.entries(permissions)
    .map(([name, level]) => `${name} (${level})`)
    .join(', ')
}
