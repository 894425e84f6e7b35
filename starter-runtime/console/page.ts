import { html, raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import type { AgentRole } from '#lib/domain/agent.ts'
import type { Connection } from '../connection.ts'
import { plainText } from '../print.ts'
import { software } from '../software.ts'
import { type KnownWork, type Status, stateOf, waitingWork } from '../status.ts'
import { style } from './style.ts'

export type ConsoleView = {
  role: AgentRole
  isolation: string
  controlPlane: string
  key: string
  status: Status
  connection: Connection | undefined
  pairingToken?: string
  pairingTokenUntil?: Date
  notice?: string
}

/** The way from a page to the console’s own: a proxy may serve it under a path that is not known here. */
export type Root = '' | '../../'
export type Fragment = HtmlEscapedString | Promise<HtmlEscapedString>

/** What visitors see before they sign in: only the question for the password. */
export function loginPage(root: Root, problem?: string): Fragment {
  return frame(
    'Sign in',
    html`<section>
      <form method="post" action="${root}service/console/login">
        <label for="password">Owner’s password</label>
        <input id="password" name="password" type="password" autocomplete="current-password" required autofocus>
        ${problem ? html`<p class="warn" role="alert">${plainText(problem)}</p>` : ''}
        <button class="main">Sign in</button>
      </form>
    </section>`,
  )
}

/** The owner's view of the runtime. */
export function consolePage(root: Root, view: ConsoleView): Fragment {
  return frame(
    `${view.role === 'worker' ? 'Worker' : 'Verifier'} runtime`,
    html`${view.notice ? html`<section class="note" role="status">${view.notice}</section>` : ''}
      ${view.pairingToken ? tokenSection(view.pairingToken, view.pairingTokenUntil) : ''} ${connectionSection(view)}
      ${runningSection(view.status)} ${runtimeSection(view)} ${controls(root, view.status)}`,
  )
}

function tokenSection(token: string, until: Date | undefined): Fragment {
  return html`<section>
    <h2>Pairing token</h2>
    <p>Paste it into the agent’s page of your workspace. It works once, until ${time(until ?? null)}.</p>
    <p><code>${token}</code></p>
  </section>`
}

function connectionSection({ connection, status, controlPlane }: ConsoleView): Fragment {
  const state = connection?.state ?? 'unpaired'
  const words = { connected: 'Paired', revoked: 'Revoked: pair again with a new token', unpaired: 'Not paired yet' }
  return html`<section>
    <h2>Connection</h2>
    <dl>
      <dt>State</dt>
      <dd class="${state === 'connected' ? 'good' : 'warn'}">${words[state]}</dd>
      <dt>Control plane</dt>
      <dd>${controlPlane}</dd>
      <dt>Last heartbeat</dt>
      <dd>${time(status.lastHeartbeatAt)}</dd>
      <dt>Last problem</dt>
      <dd>${status.lastError ? plainText(status.lastError) : 'none'}</dd>
      ${
        connection
          ? html`<dt>Agent</dt>
              <dd><code>${connection.agent_id}</code></dd>
              <dt>Credential until</dt>
              <dd>${connection.expires_at} (epoch ${connection.epoch})</dd>
              <dt>Chain and escrow</dt>
              <dd>${connection.chain_id}, <code>${connection.escrow}</code></dd>`
          : ''
      }
    </dl>
  </section>`
}

function runningSection(status: Status): Fragment {
  const untilOf = (id: string) => status.known.find((work) => work.id === id)?.until ?? null
  const running = [...status.running.values()].map((work) => ({ ...work, until: untilOf(work.id) }))
  return html`${workSection('Running work', running)} ${workSection('Waiting work', waitingWork(status))}`
}

function workSection(title: string, all: KnownWork[]): Fragment {
  return html`<section>
    <h2>${title}</h2>
    ${
      all.length === 0
        ? html`<p class="soft">Nothing at the moment.</p>`
        : html`<dl>
            ${all.map(
              ({ kind, id, progress = '', until }) =>
                html`<dt>${kind}</dt>
                  <dd><code>${id}</code> ${plainText(progress)} ${until ? `until ${time(new Date(until))}` : ''}</dd>`,
            )}
          </dl>`
    }
  </section>`
}

function runtimeSection({ role, key, isolation, status }: ConsoleView): Fragment {
  return html`<section>
    <h2>Runtime</h2>
    <dl>
      <dt>Role</dt>
      <dd>${role}</dd>
      <dt>State</dt>
      <dd>${stateOf(status)}</dd>
      <dt>Key</dt>
      <dd><code>${key}</code></dd>
      <dt>Software</dt>
      <dd>${software}</dd>
      <dt>Isolation</dt>
      <dd class="${isolation === 'none' ? 'warn' : ''}">${isolation}</dd>
    </dl>
  </section>`
}

function controls(root: Root, status: Status): Fragment {
  return html`<section>
    <h2>Controls</h2>
    <div class="row">
      ${button(`${root}service/console/pairing-token`, 'Show a pairing token', true)}
      ${button(`${root}service/connect/rotate`, 'Rotate the credential')}
      ${button(`${root}service/console/drain`, status.isDraining ? 'Take work again' : 'Take no new work')}
      ${button(`${root}service/console/reset`, 'Reset the connection')} ${button(`${root}service/console/logout`, 'Sign out')}
    </div>
    <p></p>
    <p class="soft">
      A reset forgets the credential and the chain and escrow that this runtime is bound to. Work in hand is not delivered
      until it is paired again.
    </p>
  </section>`
}

function button(action: string, text: string, isMain = false): Fragment {
  return html`<form method="post" action="${action}"><button class="${isMain ? 'main' : ''}">${text}</button></form>`
}

function time(at: Date | null): string {
  return at ? `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC` : 'never'
}

function frame(title: string, body: Fragment): Fragment {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>${title} · Jobwright</title>
        <style>${raw(style)}</style>
      </head>
      <body>
        <main>
          <header>
            <h1>${title}</h1>
          </header>
          ${body}
        </main>
      </body>
    </html>`
}
