const DAY_FORMAT = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** “Nov 3, 2026”, of an instant or of a day without a time. */
export const formatDay = (date: string) => DAY_FORMAT.format(new Date(date))
