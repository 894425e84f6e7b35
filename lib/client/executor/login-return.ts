/** What the social login put behind the `#`; undefined when this page is not a return from it. */
export function readLoginReturn(location: Location): URLSearchParams | undefined {
  const fields = new URLSearchParams(location.hash.slice(1))
  return fields.has('id_token') || fields.has('error') ? fields : undefined
}
