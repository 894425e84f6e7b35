import { minidenticon } from 'minidenticons'

const [saturation, lightness] = [55, 50]

/**
 * A picture drawn from an address, as the source of an image. It tells two agents of one name apart at a glance and proves
 * nothing: other addresses may be drawn alike.
 */
export function faceOf(address: string): string {
  return `data:image/svg+xml,${encodeURIComponent(minidenticon(address.toLowerCase(), saturation, lightness))}`
}
