import { ask, receiveRequest, tell } from './frame.js'

const main = document.getElementById('main')
const { appSettings, auth = {}, challenge } = await receiveRequest()
const path = `/sandbox/challenges/${encodeURIComponent(challenge?.challengeId)}`
const credentials = { ...auth, appId: appSettings?.appId }

try {
  showApproval(await ask(`${path}/description`, credentials))
} catch (error) {
  showRefusal(error)
}
tell({ showUi: true })

function showApproval({ title, summary, approve, details }) {
  const status = make('p', { className: 'status', role: 'status' })
  const yes = make('button', { type: 'button', className: 'primary', textContent: approve })
  const no = make('button', { type: 'button', textContent: 'Cancel' })
  const act = (label, work) => async () => {
    yes.disabled = no.disabled = true
    status.textContent = label
    try {
      await work()
    } catch (error) {
      showRefusal(error)
    }
  }
  yes.addEventListener(
    'click',
    act('Working…', async () => tell({ onComplete: true, result: await ask(`${path}/approve`, credentials) })),
  )
  no.addEventListener(
    'click',
    act('', async () => end(await ask(`${path}/cancel`, credentials))),
  )
  const list = make('dl', {}, details.flatMap(toEntry))
  const heading = make('h1', { textContent: title, tabIndex: -1 })
  main.replaceChildren(
    heading,
    make('p', { className: 'summary', textContent: summary }),
    list,
    make('div', { className: 'actions' }, [no, yes]),
    status,
  )
  heading.focus()
}

function showRefusal(error) {
  const close = make('button', { type: 'button', textContent: 'Close' })
  close.addEventListener('click', () => end(error))
  main.replaceChildren(
    make('h1', { textContent: 'This cannot be approved' }),
    make('p', { className: 'refusal', role: 'alert', textContent: `${error.message} (${error.code})` }),
    make('div', { className: 'actions' }, [close]),
  )
  close.focus()
}

/** An error alone leaves the frame standing in the application's page. */
function end({ code, message }) {
  tell({ onError: true, error: { code, message } })
  tell({ onClose: true })
}

function toEntry({ label, value }) {
  return [make('dt', { textContent: label }), make('dd', { textContent: value })]
}

function make(tag, properties, children = []) {
  const element = Object.assign(document.createElement(tag), properties)
  element.append(...children)
  return element
}
