const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** “Nov 3, 2026”, of an instant or of a day without a time. */
export const dayOf = (moment: string) => DAY.format(new Date(moment))
