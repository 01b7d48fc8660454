const OTHER_AMOUNT = ' was paid instead of '
const LATE = ' was paid for an order that is not open'
const REFUNDED = ', and was refunded'

// Why an order stays closed although money has come. Admins refund it.

export const toAmountProblem = (paid: string, total: string): string => paid + OTHER_AMOUNT + total

export const toLateProblem = (paid: string): string => paid + LATE

export const toRefundedProblem = (problem: string): string => problem + REFUNDED

export const isAmountProblem = (problem: string): boolean => problem.includes(OTHER_AMOUNT)

/** Also after the refund. */
export const isPaymentProblem = (problem: string | null): boolean =>
  problem !== null && (isAmountProblem(problem) || problem.includes(LATE))

export const isRefundedProblem = (problem: string): boolean => problem.endsWith(REFUNDED)
