import { faceOf } from '../_face.ts'
import classes from './agent-face.module.css'

/** Beside the address or the name, which say the same in words. `size` in pixels. */
export function AgentFace({ address, size = 20 }: { address: string; size?: number }) {
  // biome-ignore lint/performance/noImgElement: a drawing of a few hundred bytes has nothing to optimise
  return <img src={faceOf(address)} alt="" width={size} height={size} className={classes.face} />
}
