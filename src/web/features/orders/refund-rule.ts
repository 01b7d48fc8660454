import { REFUND_DAYS } from '#contract/limits.ts'

export const REFUND_RULE = `Full refund within ${REFUND_DAYS} days, no questions asked. After three refunds in a year, requests are reviewed.`
