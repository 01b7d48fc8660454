import type { CouponState } from '#contract/choices.ts'
import type { Coupon } from '#contract/schemas/commerce/coupons.ts'
import { CopyCodeButton } from './copy-code-button.tsx'
import { CouponActions } from './coupon-actions.tsx'
import { describeDates, describeUses, formatReduction } from './describe-coupon.ts'
import { useLocalDate } from '#web/ui/hooks/use-local-date.ts'
import type { Column } from '#web/ui/list/table-row.tsx'

/** Small screens show everything below the code. */
export const COUPON_TEMPLATE =
  'grid-cols-[minmax(0,1fr)_auto] lg:grid-cols-[minmax(0,1fr)_7rem_minmax(0,1fr)_12rem_8.5rem]'

interface CouponColumnsOptions {
  currency: string
  onEdit: (coupon: Coupon) => void
}

export function getCouponColumns({ currency, onEdit }: CouponColumnsOptions): Column<Coupon>[] {
  return [
    {
      key: 'code',
      title: 'Code',
      renderCell: (coupon) => <CodeCell coupon={coupon} currency={currency} />,
    },
    {
      key: 'value',
      title: 'Discount',
      className: 'max-lg:hidden',
      renderCell: (coupon) => <span className="tabular-nums">{formatReduction(coupon, currency)}</span>,
    },
    {
      key: 'uses',
      title: 'Uses',
      className: 'max-lg:hidden',
      renderCell: (coupon) => <span className="tabular-nums">{describeUses(coupon)}</span>,
    },
    {
      key: 'valid',
      title: 'Valid',
      className: 'max-lg:hidden',
      renderCell: (coupon) => (
        <>
          <StateBadge state={coupon.state} />
          <p className="mt-0.5 text-xs text-muted">
            <CouponDates coupon={coupon} />
          </p>
        </>
      ),
    },
    {
      key: 'actions',
      title: 'Actions',
      isTitleHidden: true,
      isNumeric: true,
      renderCell: (coupon) => <CouponActions coupon={coupon} onEdit={() => onEdit(coupon)} />,
    },
  ]
}

function CodeCell({ coupon, currency }: { coupon: Coupon; currency: string }) {
  return (
    <div className="min-w-0">
      <p className="flex items-center gap-1">
        <span className="font-semibold tracking-wide wrap-anywhere">{coupon.code}</span>
        <CopyCodeButton code={coupon.code} />
      </p>
      <p className="truncate text-xs text-muted max-lg:hidden">{getScopeText(coupon)}</p>
      <div className="space-y-0.5 text-xs text-muted lg:hidden">
        <p className="truncate">
          <span className="font-semibold text-text">{formatReduction(coupon, currency)} off</span>
          {' · '}
          {getScopeText(coupon)}
        </p>
        <p>{describeUses(coupon)}</p>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 pt-1">
          <StateBadge state={coupon.state} />
          <CouponDates coupon={coupon} />
        </p>
      </div>
    </div>
  )
}

const CouponDates = ({ coupon }: { coupon: Coupon }) => describeDates(coupon, useLocalDate('medium'))

const getScopeText = ({ course_titles }: Coupon) =>
  course_titles.length === 0 ? 'All courses' : course_titles.join(', ')

const STATES: Record<CouponState, { label: string; className: string }> = {
  active: { label: 'Active', className: 'border-success/50 bg-[var(--success-wash)] text-success' },
  scheduled: { label: 'Scheduled', className: 'border-accent-text/50 bg-[var(--accent-wash)] text-accent-text' },
  ended: { label: 'Ended', className: 'border-border-strong text-muted' },
  used_up: { label: 'Used up', className: 'border-border-strong text-muted' },
}

function StateBadge({ state }: { state: CouponState }) {
  const { label, className } = STATES[state]
  return (
    <span
      className={`inline-block rounded-full border px-2.5 text-xs leading-5 font-semibold whitespace-nowrap ${className}`}
    >
      {label}
    </span>
  )
}
