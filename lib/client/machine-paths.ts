const segment = String.raw`[^\s/\\'"\`()<>:,;|]+`
const roots = 'home|Users|root|tmp|private|var|opt|srv|mnt|media|Volumes|run|builds|work|workspace|workspaces'
const unix = new RegExp(String.raw`(?<![\w./\\-])(?:file://)?/(?:${roots})(?:/${segment})+`, 'g')
const windows = new RegExp(String.raw`(?<![\w\\])(?:file:///)?[A-Za-z]:[\\/](?:${segment}[\\/])*${segment}`, 'g')
const homeAlone = new RegExp(String.raw`^(?:file:/+)?(?:[A-Za-z]:[\\/]|/)(?:home|Users)[\\/]${segment}$`)

/**
 * What a program printed, with the paths of the machine on which it ran cut down to their last names. The folder in
 * which a verifier runs every program, /job, says nothing about the machine and stays.
 */
export function withoutMachinePaths(text: string): string {
  return text.replace(unix, cut).replace(windows, cut)
}

function cut(path: string): string {
  return homeAlone.test(path) ? '…' : `…/${path.split(/[\\/]/).at(-1)}`
}
