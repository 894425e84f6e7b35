const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

let interrupted: AbortController | undefined

/** Aborts once this process is asked to end, or the npm that runs it has ended: a signal to npm alone ends npm only. */
export function interruption(): AbortSignal {
  interrupted ??= listen(new AbortController())
  return interrupted.signal
}

function listen(controller: AbortController): AbortController {
  const stop = () => {
    if (controller.signal.aborted) return
    console.log('\nstopping')
    controller.abort(new Error('interrupted'))
  }
  for (const signal of signals) process.on(signal, stop)
  const parent = process.ppid
  const stopWithParent = () => process.ppid !== parent && stop()
  if (process.env.npm_lifecycle_event) setInterval(stopWithParent, 500).unref()
  return controller
}
