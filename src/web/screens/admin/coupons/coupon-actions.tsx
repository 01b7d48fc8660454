import type { Coupon } from '#contract/schemas/commerce/coupons.ts'
import { DeleteRowAction, ROW_ACTION_CLASS } from '#web/features/panels/delete-row-action.tsx'
import { AnyIcon } from '#web/ui/icons/any-icon.tsx'
import { useDeleteCoupon, useEndCoupon } from './use-coupon-mutations.ts'

interface CouponActionsProps {
  coupon: Coupon
  onEdit: () => void
}

/** A coupon that orders name can only be ended. */
export function CouponActions({ coupon, onEdit }: CouponActionsProps) {
  const end = useEndCoupon()
  const remove = useDeleteCoupon()
  return (
    <span className="-mr-2 inline-flex text-left">
      <button
        type="button"
        aria-label={`Edit ${coupon.code}`}
        title="Edit"
        onClick={onEdit}
        className={ROW_ACTION_CLASS}
      >
        <AnyIcon name="pencil" size={17} />
      </button>
      {(coupon.state === 'active' || coupon.state === 'used_up') && (
        <button
          type="button"
          aria-label={`End ${coupon.code}`}
          title="End"
          aria-disabled={end.isPending}
          onClick={({ currentTarget }) => {
            // The button leaves with the state.
            currentTarget.closest<HTMLElement>('[role=region]')?.focus()
            if (!end.isPending) end.mutate(coupon)
          }}
          className={ROW_ACTION_CLASS}
        >
          <AnyIcon name="power" size={17} />
        </button>
      )}
      {coupon.deletable && (
        <DeleteRowAction
          title={coupon.code}
          warning={`The coupon ${coupon.code} will be permanently deleted and cannot be undone. Nobody has used it.`}
          onDelete={() => remove.mutate(coupon)}
        />
      )}
    </span>
  )
}
