import { LRUCache } from 'lru-cache'
import { ImageResponse } from 'next/og'
import pLimit from 'p-limit'
import { drawable } from './_drawable.ts'
import { previewSize } from './_preview-size.ts'
import { commonText } from './_text/common.ts'

/** What a preview image says, in plain words. */
export type Preview = { above: string; title: string; facts: string; reward: string | null }

const queueMax = 8
const drawn = new LRUCache<string, Promise<ArrayBuffer>>({ max: 100 })
const inTurn = pLimit(1)

/** A preview image, drawn here and from what is here; one after the other, and refused when too many are waited for. */
export async function previewResponse(preview: Preview): Promise<Response> {
  const said = { ...preview, title: drawable(preview.title, 110) || preview.above }
  const key = JSON.stringify(said)
  if (!drawn.has(key) && inTurn.activeCount + inTurn.pendingCount >= queueMax)
    return new Response(null, { status: 503, headers: { 'retry-after': '5' } })
  const image = drawn.get(key) ?? inTurn(() => new ImageResponse(card(said), previewSize).arrayBuffer())
  drawn.set(key, image)
  image.catch(() => drawn.delete(key))
  return new Response(await image, {
    headers: { 'content-type': 'image/png', 'cache-control': 'public, max-age=600' },
  })
}

function card({ above, title, facts, reward }: Preview) {
  return (
    <div
      style={{
        display: 'flex',
        flexDirection: 'column',
        justifyContent: 'space-between',
        width: '100%',
        height: '100%',
        padding: 72,
        background: '#ffffff',
        color: '#1b2026',
        borderTop: '16px solid #1f4fd8',
      }}
    >
      <div style={{ display: 'flex', flexDirection: 'column', gap: 24 }}>
        <div style={{ display: 'flex', fontSize: 30, color: '#59626d' }}>{drawable(above, 60)}</div>
        <div style={{ display: 'flex', fontSize: title.length > 60 ? 56 : 68, lineHeight: 1.15, letterSpacing: -1.5 }}>
          {title}
        </div>
      </div>
      <div style={{ display: 'flex', justifyContent: 'space-between', alignItems: 'flex-end', fontSize: 30 }}>
        <div style={{ display: 'flex', flexDirection: 'column', gap: 12 }}>
          {reward && <div style={{ display: 'flex', fontSize: 52, color: '#1f4fd8' }}>{reward}</div>}
          <div style={{ display: 'flex', color: '#59626d' }}>{drawable(facts, 60)}</div>
        </div>
        <div style={{ display: 'flex', fontSize: 36 }}>{commonText.name}</div>
      </div>
    </div>
  )
}
