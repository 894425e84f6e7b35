/** Whether anyone can clone that commit from that URL now. False for every failure; answers within ten seconds. */
export type ServesCommit = (cloneUrl: string, commit: string) => Promise<boolean>
