const MIDDLE = ' was paid instead of '

/** Why an order stays closed although money has come. Admins refund it. */
export const toAmountProblem = (paid: string, total: string): string => paid + MIDDLE + total

export const isAmountProblem = (problem: string): boolean => problem.includes(MIDDLE)
