import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { CallInput } from '#contract/contract.ts'
import type { Quote } from '#contract/schemas/commerce/orders.ts'
import { call } from '#web/data/api.ts'

export interface Coupon {
  applied: { code: string; quote: Quote } | null
  isPending: boolean
  problem: string | undefined
  apply: (code: string) => void
  remove: () => void
  /** Removes a coupon that is not valid any more. */
  reject: (problem: string) => void
}

/** A coupon and the price with it. The order checks it again. */
export function useCoupon(subject: CallInput<'getCheckout'>): Coupon {
  const [applied, setApplied] = useState<Coupon['applied']>(null)
  const [problem, setProblem] = useState<string>()
  const { mutate, isPending } = useMutation({
    mutationFn: (code: string) => call('checkCoupon', { ...subject, code }),
    onMutate: () => setProblem(undefined),
    onSuccess: ({ msg }, code) => setApplied({ code: code.toUpperCase(), quote: msg }),
    onError: (error) => {
      setApplied(null)
      setProblem(error.message)
    },
  })
  return {
    applied,
    isPending,
    problem,
    apply: (text) => {
      const code = text.trim()
      if (isPending) return
      if (code === '') setProblem('Enter a coupon code')
      else mutate(code)
    },
    remove: () => setApplied(null),
    reject: (reason) => {
      setApplied(null)
      setProblem(reason)
    },
  }
}
