/** A repository of which nothing was read, or of which all that was read is forgotten. */
export const unread = {
  repositoryEtag: null,
  issuesEtag: null,
  issuesSince: null,
  issuesPage: 1,
  fullReadFrom: null,
  fullReadAt: null,
} as const
