const LONG_DATE = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
const MEDIUM_DATE = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** "November 20, 2026", in UTC so that the server and the browser render the same date. */
export const formatDate = (instant: string): string => LONG_DATE.format(new Date(instant))

/** "Nov 20, 2026", for tables and lists. */
export const formatMediumDate = (instant: string): string => MEDIUM_DATE.format(new Date(instant))
