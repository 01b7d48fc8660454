/** Ranges of the charts, in days: apart from the schemas, for a screen that needs none of them. */
export const ANALYTICS_RANGES = [7, 30, 90, 365] as const
export type AnalyticsRange = (typeof ANALYTICS_RANGES)[number]
