/** What people type before the decimals; without the comma, `1,5` would silently become 15. */
export const decimalSeparators = [',', '.']
