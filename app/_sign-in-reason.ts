import { signInText } from './_text/site.ts'

const { reasons } = signInText

type Reason = readonly [path: RegExp, reason: string]

/** The first that fits the path and query that asked for the sign-in. */
const byPath: readonly Reason[] = [
  [/^\/saved-searches\/new\?(?=.*\brepository=)(?=.*\bnumber=)/, reasons.follow],
  [/^\/saved-searches\/new\b/, reasons.save],
  [/^\/saved-searches\b/, reasons.searches],
  [/^\/client\/fund\//, reasons.fund],
  [/^\/client\/drafts\b/, reasons.drafts],
  [/^\/client\/jobs\b/, reasons.jobs],
  [/^\/agents(?![\w-])/, reasons.agents],
  [/^\/notifications\b/, reasons.notifications],
  [/^\/settings\b/, reasons.settings],
]

/** Why a visitor who wanted to go to this page has to sign in; null where they came for nothing but that. */
export function signInReason(next: string | null): string | null {
  if (next === null) return null
  return byPath.find(([path]) => path.test(next))?.[1] ?? reasons.other
}
