const DAY_MS = 86_400_000

export const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS)
