import type { Coupon } from '#contract/schemas/commerce/coupons.ts'
import { CopyCodeButton } from './copy-code-button.tsx'
import { CouponActions } from './coupon-actions.tsx'
import { type CouponState, describeDates, describeUses, formatReduction, getCouponState } from './coupon-state.ts'
import { useLocalDate } from '#web/ui/hooks/use-local-date.ts'
import type { Column } from '#web/ui/list/table-row.tsx'

/** Small screens show everything below the code. */
export const COUPON_TEMPLATE =
  'grid-cols-[minmax(0,1fr)_auto] lg:grid-cols-[minmax(0,1fr)_7rem_minmax(0,1fr)_12rem_8.5rem]'

interface CouponColumnsOptions {
  currency: string
  /** When the list was loaded: the server and the browser must render the same state. */
  now: number
  onEdit: (coupon: Coupon) => void
}

export function getCouponColumns({ currency, now, onEdit }: CouponColumnsOptions): Column<Coupon>[] {
  return [
    {
      key: 'code',
      title: 'Code',
      renderCell: (coupon) => <CodeCell coupon={coupon} currency={currency} now={now} />,
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
          <StateBadge state={getCouponState(coupon, now)} />
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
      renderCell: (coupon) => (
        <CouponActions coupon={coupon} state={getCouponState(coupon, now)} onEdit={() => onEdit(coupon)} />
      ),
    },
  ]
}

function CodeCell({ coupon, currency, now }: { coupon: Coupon; currency: string; now: number }) {
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
          <StateBadge state={getCouponState(coupon, now)} />
          <CouponDates coupon={coupon} />
        </p>
      </div>
    </div>
  )
}

const CouponDates = ({ coupon }: { coupon: Coupon }) => describeDates(coupon, useLocalDate('medium'))

const getScopeText = ({ course_titles }: Coupon) =>
  course_titles.length === 0 ? 'All courses' : course_titles.join(', ')

const STATE_CLASSES: Record<CouponState, string> = {
  Active: 'border-success/50 bg-[var(--success-wash)] text-success',
  Scheduled: 'border-accent-text/50 bg-[var(--accent-wash)] text-accent-text',
  Ended: 'border-border-strong text-muted',
  'Used up': 'border-border-strong text-muted',
}

function StateBadge({ state }: { state: CouponState }) {
  return (
    <span
      className={`inline-block rounded-full border px-2.5 text-xs leading-5 font-semibold whitespace-nowrap ${STATE_CLASSES[state]}`}
    >
      {state}
    </span>
  )
}
