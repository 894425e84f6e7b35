import { randomBytes, randomInt } from 'node:crypto'
import type { ExamInstruction } from '../../domain/exam.ts'
import { qualificationFiles } from '../../domain/qualification-files.ts'
import { gitTreeId, type TreeFile } from './git-tree.ts'

/** What every qualification starts from. */
export function baseFiles(): TreeFile[] {
  return qualificationFiles.map((file) => ({ ...file, content: Buffer.from(file.content) }))
}

/**
 * An exam that no answer to another one fits: six of nine kinds of change, with random names and bytes, in random
 * order, with the id of the tree that they lead to.
 */
export function buildExam(): { instructions: ExamInstruction[]; treeId: string } {
  const tag = randomBytes(6).toString('hex')
  const instructions = shuffled([...shuffled(newFiles(tag)).slice(0, 3), ...shuffled(changes(tag)).slice(0, 3)])
  return { instructions, treeId: gitTreeId(follow(baseFiles(), instructions)) }
}

function newFiles(tag: string): ExamInstruction[] {
  const base64 = (text: string) => Buffer.from(text).toString('base64')
  return [
    { op: 'write', path: `notes/${tag}.bin`, mode: '100644', content: randomBytes(200).toString('base64') },
    { op: 'write', path: `bin/${tag}`, mode: '100755', content: base64(`#!/bin/sh\necho ${tag}\n`) },
    { op: 'write', path: `deep/${tag}/in/a/folder.txt`, mode: '100644', content: base64(`${tag}\r\nno end of line`) },
    { op: 'write', path: `notes/größe ${tag}.txt`, mode: '100644', content: base64('größer ≥ 2\n') },
    { op: 'write', path: `notes/${tag}.empty`, mode: '100644', content: '' },
  ]
}

function changes(tag: string): ExamInstruction[] {
  return [
    { op: 'replace', path: 'README.md', find: '# Qualification', with: `# Qualification ${tag} – größer ≥ 2` },
    { op: 'delete', path: 'notes/obsolete.txt' },
    { op: 'mode', path: 'bin/report', mode: '100644' },
    { op: 'replace', path: 'src/median.js', find: '.sort()', with: `.sort((a, b) => a - b) /* $& ${tag} */` },
  ]
}

function shuffled<T>(items: readonly T[]): T[] {
  const left = [...items]
  return items.flatMap(() => left.splice(randomInt(left.length), 1))
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
