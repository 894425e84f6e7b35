import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { afterEach, expect, test, vi } from 'vitest'
import { drawable } from './_drawable.ts'
import { previewResponse } from './_preview.tsx'

const everything = Array.from({ length: 0x2100 }, (_, code) => String.fromCharCode(code)).join('')
const said = { above: 'acme/slugify-lite #7', facts: 'TypeScript', reward: '25.00 USDC' }

afterEach(() => vi.restoreAllMocks())

const reallyFetch = globalThis.fetch

/** Draws while any request that would leave this process is refused and noted. */
async function drawAlone(title: string) {
  const asked: string[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    if (String(input).startsWith('data:')) return reallyFetch(input, init)
    asked.push(String(input))
    return Promise.reject(new Error('no network'))
  })
  const response = await previewResponse({ ...said, title })
  const bytes = new Uint8Array(await response.arrayBuffer())
  expect(asked).toEqual([])
  return { type: response.headers.get('content-type'), bytes }
}

test('a title in a script that the font lacks, with emoji, is still a picture, and nothing is asked of the network', async () => {
  for (const title of ['修复页面标题 🚀🇩🇪', '1️⃣ Überschrift ©®™ ✅ العربية', '\u0000\ud800']) {
    const { type, bytes } = await drawAlone(title)
    expect(type).toBe('image/png')
    expect([...bytes.subarray(0, 8)]).toEqual([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
    expect(bytes.length).toBeGreaterThan(5_000)
  }
})

test('the font has every character that is drawn', async () => {
  const path = createRequire(import.meta.url).resolve('next/dist/compiled/@vercel/og/Geist-Regular.ttf')
  const known = charactersOf(await readFile(path))
  const kept = drawable(`a${everything}`, 10_000)
  expect([...kept].filter((one) => !known.has(one.codePointAt(0) ?? 0))).toEqual([])
  expect(kept.length).toBeGreaterThan(280)
  await drawAlone(kept)
})

test('at most eight pictures are waited for, and one that was refused is drawn once there is room', async () => {
  const titles = Array.from({ length: 9 }, (_, n) => `Picture ${n}`)
  const ask = async (title = '') => (await previewResponse({ ...said, title })).status
  expect(await Promise.all(titles.map(ask))).toEqual([...Array(8).fill(200), 503])
  expect(await Promise.all(titles.map(ask))).toEqual(Array(9).fill(200))
})

test('a long title ends at a word', () => {
  expect(drawable('one two three', 10)).toBe('one two…')
  expect(drawable('— … —', 10)).toBe('')
})

/** Code points in the format-4 character map of a TrueType font. */
function charactersOf(font: Buffer): Set<number> {
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, index) => 12 + index * 16)
  const cmap = tables.find((at) => font.toString('latin1', at, at + 4) === 'cmap') ?? 0
  const base = font.readUInt32BE(cmap + 8)
  const starts = Array.from(
    { length: font.readUInt16BE(base + 2) },
    (_, index) => base + font.readUInt32BE(base + 4 + index * 8 + 4),
  )
  const at = starts.find((start) => font.readUInt16BE(start) === 4) ?? 0
  const double = font.readUInt16BE(at + 6)
  const found = new Set<number>()
  for (let index = 0; index < double; index += 2) {
    const end = font.readUInt16BE(at + 14 + index)
    for (let code = font.readUInt16BE(at + 16 + double + index); code <= end; code += 1) found.add(code)
  }
  return found
}
