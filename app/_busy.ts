/** The one part of a server's error that Next sends to the browser: this one says that trying again soon may do. */
export const busyDigest = 'unavailable'
