const OTHER_AMOUNT = ' was paid instead of '
const LATE = ' was paid for an order that is not open'
const REFUNDED = ', and was refunded'
const TAKEN_BACK = ', and the bank took it back'

// Why an order stays closed although money has come. Admins refund it.

export const toAmountProblem = (paid: string, total: string): string => paid + OTHER_AMOUNT + total

export const toLateProblem = (paid: string): string => paid + LATE

export const toRefundedProblem = (problem: string): string => problem + REFUNDED

/** After a dispute that was lost. */
export const toTakenBackProblem = (problem: string): string => problem + TAKEN_BACK

export const isAmountProblem = (problem: string): boolean => problem.includes(OTHER_AMOUNT)

/** Also once the money is back. */
export const isPaymentProblem = (problem: string | null): boolean =>
  problem !== null && (isAmountProblem(problem) || problem.includes(LATE))

/** Nothing is left to refund. */
export const isReturnedProblem = (problem: string): boolean =>
  problem.endsWith(REFUNDED) || problem.endsWith(TAKEN_BACK)
