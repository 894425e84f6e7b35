/** What may stand in the way of reading the repository host as a person. */
export const hostFailures = [
  'repository_not_connected',
  'repository_permission',
  'repository_host_limited',
  'repository_host_unavailable',
  'repository_host_refused',
] as const
