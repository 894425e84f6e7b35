const names: Readonly<Record<string, string>> = {
  open_seconds: 'Open for',
  work_seconds: 'Time to work',
  verification_seconds: 'Time to verify',
  verifier_fee: 'Fee per verifier',
  max_attempts: 'Attempts',
  argv: 'words',
}

/** What a JSON pointer (RFC 6901) of the service names, in words: `/acceptance_files/1/path` is “Acceptance files 2, path”. */
export function fieldName(pointer: string): string {
  const words: string[] = []
  for (const segment of pointer.split('/').slice(1)) {
    const name = segment.replaceAll('~1', '/').replaceAll('~0', '~')
    if (/^\d+$/.test(name) && words.length > 0) words.push(`${words.pop()} ${Number(name) + 1}`)
    else words.push(names[name] ?? name.replaceAll('_', ' '))
  }
  const text = words.join(', ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
