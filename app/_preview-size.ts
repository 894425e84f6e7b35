/** Of every preview image, in pixels. */
export const previewSize = { width: 1200, height: 630 }
