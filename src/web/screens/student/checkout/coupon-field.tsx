import { useEffect, useRef, useState } from 'react'
import { LIMITS } from '#contract/limits.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import type { Coupon } from './use-coupon.ts'

export function CouponField({ coupon }: { coupon: Coupon }) {
  const group = useRef<HTMLDivElement>(null)
  useFocusAfterChange(group, coupon.applied !== null)
  return (
    <div ref={group}>
      <div role="status">{coupon.applied && <AppliedCoupon code={coupon.applied.code} onRemove={coupon.remove} />}</div>
      {!coupon.applied && <CouponForm coupon={coupon} />}
    </div>
  )
}

/** The button that was clicked is replaced. */
function useFocusAfterChange(group: React.RefObject<HTMLElement | null>, isApplied: boolean): void {
  const wasApplied = useRef(isApplied)
  useEffect(() => {
    if (wasApplied.current === isApplied) return
    wasApplied.current = isApplied
    group.current?.querySelector<HTMLElement>(isApplied ? 'button' : 'input')?.focus()
  }, [group, isApplied])
}

function AppliedCoupon({ code, onRemove }: { code: string; onRemove: () => void }) {
  return (
    <div className="flex items-center justify-between gap-3">
      <p className="flex min-w-0 items-center gap-2.5 text-sm">
        <Icon name="check" size={18} className="text-success" />
        <span className="wrap-anywhere">
          Coupon <strong>{code}</strong> applied
        </span>
      </p>
      <Button variant="quiet" size="sm" aria-label={`Remove coupon ${code}`} onClick={onRemove}>
        Remove
      </Button>
    </div>
  )
}

function CouponForm({ coupon }: { coupon: Coupon }) {
  const [code, setCode] = useState('')
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        coupon.apply(code)
      }}
    >
      <Field label="Coupon code" error={coupon.problem}>
        {({ className, ...control }) => (
          <div className="flex gap-3">
            <input
              {...control}
              value={code}
              onChange={(event) => setCode(event.target.value)}
              maxLength={LIMITS.couponCode}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              className={`${className} h-11 min-w-0 uppercase`}
            />
            <Button type="submit" variant="secondary" aria-disabled={coupon.isPending}>
              {coupon.isPending ? 'Checking…' : 'Apply'}
            </Button>
          </div>
        )}
      </Field>
    </form>
  )
}
