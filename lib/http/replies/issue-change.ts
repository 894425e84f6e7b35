import { diffLines } from 'diff'
import type { NormalisedIssue } from '../../domain/document.ts'

type Line = { kind: 'same' | 'added' | 'removed'; text: string }

const contextLines = 2

/** How an issue differs from what it was; null for each part that is as before. */
export function toIssueChange(before: NormalisedIssue, after: NormalisedIssue) {
  const labels = {
    added: after.labels.filter((label) => !before.labels.includes(label)),
    removed: before.labels.filter((label) => !after.labels.includes(label)),
  }
  return {
    title: before.title === after.title ? null : { before: before.title, after: after.title },
    labels: labels.added.length + labels.removed.length === 0 ? null : labels,
    body: before.body === after.body ? null : changedLines(before.body, after.body),
  }
}

function changedLines(before: string, after: string): Line[] {
  const lines = diffLines(`${before}\n`, `${after}\n`).flatMap((part) => {
    const kind = part.added ? 'added' : part.removed ? 'removed' : 'same'
    return part.value
      .replace(/\n$/, '')
      .split('\n')
      .map((text): Line => ({ kind, text }))
  })
  const changed = lines.flatMap((line, index) => (line.kind === 'same' ? [] : [index]))
  return lines.filter((_, index) => changed.some((place) => Math.abs(place - index) <= contextLines))
}
