import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

/** Writes random walks of the model, by their seeds from `first` on, where the tests of a folder of contracts read them. */
export function writeWalks(folder: string, count: number, first = 0): void {
  const model = join(import.meta.dirname, 'model', 'escrow_model.py')
  const file = join(folder, 'out', 'model-walks.txt')
  execFileSync('python3', ['-B', model, String(first), String(count), file], { stdio: 'inherit' })
}

/** All walks are one test, which forge stops at 2^30 gas unless it may take more. */
export function testEnvironment(walks: number): Record<string, string> {
  return { MODEL_WALKS: String(walks), FOUNDRY_GAS_LIMIT: String(2n ** 63n - 1n) }
}
