/** Everything but these the font of preview images lacks, or has looked up in the network as an emoji. */
const lacking =
  /[^\u0020-\u007e\u00a1-\u00a8\u00aa-\u00ac\u00af-\u0113\u0116-\u012b\u012e-\u0137\u0139-\u013e\u0141-\u0148\u014a-\u014d\u0150-\u017e\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u2026]+/gu

/** The part of a text that can be drawn without loading a font; may be empty. */
export function drawable(text: string, longest: number): string {
  const kept = text.normalize('NFC').replace(lacking, ' ').replace(/ +/g, ' ').trim()
  const isBare = !/[\p{L}\p{N}]/u.test(kept)
  if (isBare) return ''
  return kept.length <= longest ? kept : `${kept.slice(0, longest - 1).replace(/ [^ ]*$/, '')}…`
}
