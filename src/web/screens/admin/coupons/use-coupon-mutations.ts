import { useQueryClient } from '@tanstack/react-query'
import type { CallInput } from '#contract/contract.ts'
import type { Coupon } from '#contract/schemas/commerce/coupons.ts'
import { call } from '#web/data/api.ts'
import { updateCachedRows } from '#web/data/update-cached-rows.ts'
import { useCallMutation } from '#web/data/use-call-mutation.ts'
import { useShowToast } from '#web/ui/toasts.tsx'

/** Adds a coupon, or changes it. @param coupon null for a new one */
export function useSaveCoupon(coupon: Coupon | null, onDone: () => void) {
  const client = useQueryClient()
  const showToast = useShowToast()
  return useCallMutation(coupon ? 'updateCoupon' : 'addCoupon', {
    mutationFn: (input: CallInput<'addCoupon'>) =>
      coupon
        ? call('updateCoupon', { ...input, coupon_id: coupon.coupon_id, version: coupon.version })
        : call('addCoupon', input),
    // Changed by another admin meanwhile, for one: the form that is opened next has it.
    onError: () => void client.invalidateQueries({ queryKey: ['getCoupons'] }),
    onSuccess: ({ msg: { code } }) => {
      onDone()
      showToast({ variant: 'success', text: `The coupon ${code} was ${coupon ? 'saved' : 'added'}` })
    },
  })
}

/** From now on no order can use it. */
export function useEndCoupon() {
  const showToast = useShowToast()
  return useCallMutation('endCoupon', {
    mutationFn: ({ coupon_id }: Coupon) => call('endCoupon', { coupon_id }),
    onSuccess: ({ msg: { code } }) => showToast({ variant: 'success', text: `The coupon ${code} has ended` }),
    onError: (error, { code }) => {
      console.error('Ending the coupon failed:', error.message)
      showToast({ variant: 'error', text: `Couldn’t end ${code}. ${error.message}` })
    },
  })
}

/** Removes the row at once, and restores it when the server refuses. */
export function useDeleteCoupon() {
  const client = useQueryClient()
  const showToast = useShowToast()
  return useCallMutation('deleteCoupon', {
    isOptimistic: true,
    mutationFn: ({ coupon_id }: Coupon) => call('deleteCoupon', { coupon_id }),
    onMutate: async ({ coupon_id }) => {
      await client.cancelQueries({ queryKey: ['getCoupons'] })
      return updateCachedRows(client, 'getCoupons', (row) => (row.coupon_id === coupon_id ? null : row))
    },
    onSuccess: ({ msg }) => showToast({ variant: 'success', text: msg }),
    onError: (error, { code }, undo) => {
      undo?.()
      console.error('Deleting the coupon failed:', error.message)
      showToast({ variant: 'error', text: `Couldn’t delete ${code}. ${error.message}` })
    },
  })
}
