/** How often one account may ask for test money: so many times in so many seconds. */
export const testMoneyLimits = { minute: { points: 1, duration: 60 }, day: { points: 10, duration: 86_400 } } as const
