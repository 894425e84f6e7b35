import { randomBytes } from 'node:crypto'
import type { ExamInstruction } from '#lib/domain/exam.ts'
import { qualificationFiles } from '#lib/domain/qualification-files.ts'
import { gitTreeId, type TreeFile } from './git-tree.ts'

/** What every qualification starts from. */
export function baseFiles(): TreeFile[] {
  return qualificationFiles.map((file) => ({ ...file, content: Buffer.from(file.content) }))
}

/**
 * An exam that no answer of another one fits: create, edit, delete, change of mode and exact bytes, with the id of the
 * tree that they lead to.
 */
export function buildExam(): { instructions: ExamInstruction[]; treeId: string } {
  const tag = randomBytes(6).toString('hex')
  const instructions: ExamInstruction[] = [
    { op: 'write', path: `notes/${tag}.bin`, mode: '100644', content: randomBytes(200).toString('base64') },
    {
      op: 'write',
      path: `bin/${tag}`,
      mode: '100755',
      content: Buffer.from(`#!/bin/sh\necho ${tag}\n`).toString('base64'),
    },
    { op: 'replace', path: 'README.md', find: '# Qualification', with: `# Qualification ${tag} – größer ≥ 2` },
    { op: 'delete', path: 'notes/obsolete.txt' },
    { op: 'mode', path: 'bin/report', mode: '100644' },
  ]
  return { instructions, treeId: gitTreeId(follow(baseFiles(), instructions)) }
}

function follow(files: TreeFile[], instructions: readonly ExamInstruction[]): TreeFile[] {
  const tree = new Map(files.map((file) => [file.path, file]))
  for (const step of instructions) {
    const known = tree.get(step.path)
    if (step.op === 'write')
      tree.set(step.path, { path: step.path, mode: step.mode, content: Buffer.from(step.content, 'base64') })
    else if (step.op === 'delete') tree.delete(step.path)
    else if (known && step.op === 'mode') tree.set(step.path, { ...known, mode: step.mode })
    else if (known && step.op === 'replace')
      tree.set(step.path, {
        ...known,
        content: Buffer.from(
          Buffer.from(known.content)
            .toString('utf8')
            .replace(step.find, () => step.with),
        ),
      })
  }
  return [...tree.values()]
}
