// One stream of changes for all tabs of this browser, since a browser opens few connections to one place.
// Tabs get `open`, `lost`, `missed` and each change, and read again what they show.
const address = '/api/v1/changes/'
const firstPauseMs = 5_000
const longestPauseMs = 60_000

const tabs = new Set()
let stream
let pauseMs = firstPauseMs
let timer

self.onconnect = ({ ports: [tab] }) => {
  tab.onmessage = ({ data }) => (data === 'join' ? join(tab) : leave(tab))
}

function join(tab) {
  if (tabs.has(tab)) return
  tabs.add(tab)
  if (stream?.readyState === EventSource.OPEN) tab.postMessage({ kind: 'open' })
  else if (!stream || stream.readyState === EventSource.CLOSED) open()
}

function leave(tab) {
  tabs.delete(tab)
  if (tabs.size > 0) return
  clearTimeout(timer)
  stream?.close()
}

function open() {
  clearTimeout(timer)
  stream = new EventSource(address)
  stream.onopen = () => {
    pauseMs = firstPauseMs
    tell({ kind: 'open' })
  }
  stream.addEventListener('change', ({ data }) => tell({ kind: 'change', change: JSON.parse(data) }))
  stream.addEventListener('missed', () => tell({ kind: 'missed' }))
  stream.onerror = () => {
    tell({ kind: 'lost' })
    // The browser comes back by itself unless it was refused.
    if (stream.readyState !== EventSource.CLOSED || tabs.size === 0) return
    timer = setTimeout(open, pauseMs)
    pauseMs = Math.min(pauseMs * 2, longestPauseMs)
  }
}

function tell(message) {
  for (const tab of tabs) tab.postMessage(message)
}
