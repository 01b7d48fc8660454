/** UTC, because the recipient's time zone is unknown. */
const dateFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

export const formatEventTime = (time: Date) => `${dateFormat.format(time)} UTC`
