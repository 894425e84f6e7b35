/** The application that frames this page; the server has checked that it may. */
const application = new URL(location.href).searchParams.get('origin')

/** Tells the application something; no other origin can read it. */
export function tell(message) {
  parent.postMessage(message, application)
}

/** Says that the frame is ready and answers what the application then asks for. */
export function receiveRequest() {
  return new Promise((resolve) => {
    addEventListener('message', function listen(event) {
      if (event.source !== parent || event.origin !== application || !event.data?.w3s) return
      removeEventListener('message', listen)
      resolve(event.data.w3s)
    })
    tell({ onFrameReady: true })
  })
}

/** Asks this page's own server; a refusal is thrown as `{ code, message }`. */
export async function ask(path, body) {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => undefined)
  const answer = await response?.json().catch(() => undefined)
  if (!response || !answer) throw { code: 155706, message: 'Network error' }
  if (!response.ok) throw { code: answer.code, message: answer.message }
  return answer.data
}
