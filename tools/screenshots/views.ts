export const widths = [360, 768, 1440]
export const schemes = ['light', 'dark'] as const
