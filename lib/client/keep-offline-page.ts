/** Lets this browser show a page of ours while the server cannot be reached. Browsers that do not allow it go on without. */
export function keepOfflinePage(): void {
  navigator.serviceWorker?.register('/offline-worker.js').catch(() => undefined)
}
