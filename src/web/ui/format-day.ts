// UTC: a date without a time must not move to the day before in western time zones.
const DAY_FORMAT = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** `Nov 3, 2026`, for an ISO date with or without a time. */
export const formatDay = (date: string) => DAY_FORMAT.format(new Date(date))
