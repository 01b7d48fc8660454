import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { paths } from '#contract/paths.ts'
import type { Coupon } from '#contract/schemas/commerce/coupons.ts'
import { pages, query } from '#web/data/api.ts'
import { PanelHeader } from '#web/features/panels/panel-header.tsx'
import { AnyIcon } from '#web/ui/icons/any-icon.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { InfiniteTable } from '#web/ui/list/infinite-table.tsx'
import { ListFilters } from '#web/ui/list/list-filters.tsx'
import { getSearchText } from '#web/ui/list/search-text.ts'
import { COUPON_TEMPLATE, getCouponColumns } from './coupon-columns.tsx'
import { CouponForm } from './coupon-form.tsx'

/** `new` opens an empty form. */
type Edited = Coupon | 'new' | null

export function Component() {
  const [params] = useSearchParams()
  const search_text = getSearchText(params)
  const list = useInfiniteQuery({ ...pages('getCoupons', { search_text }), staleTime: 5_000 })
  const { data: settings } = useQuery({ ...query('getPaymentSettings', {}), staleTime: 60_000 })
  const currency = settings?.msg.currency ?? 'USD'
  const isOff = settings?.msg.providers.length === 0
  const [edited, setEdited] = useState<Edited>(null)
  const columns = useMemo(() => getCouponColumns({ currency, onEdit: setEdited }), [currency])
  const addButton = (
    <Button onClick={() => setEdited('new')}>
      <AnyIcon name="plus" size={18} />
      Add coupon
    </Button>
  )
  return (
    <>
      <PanelHeader
        title="Coupons"
        {...(isOff && { description: 'Prices are shown but not charged.' })}
        filters={<ListFilters label="Search by code" />}
      >
        {addButton}
      </PanelHeader>
      <InfiniteTable
        label="Coupons"
        columns={columns}
        template={COUPON_TEMPLATE}
        list={list}
        getRowId={getCouponId}
        endText="No more coupons"
        emptyState={
          search_text === '' ? (
            <EmptyState title="No coupons yet">
              <p>A coupon takes a percentage or an amount off the price of courses.</p>
              {addButton}
            </EmptyState>
          ) : (
            <EmptyState title="No coupons found">
              <p className="wrap-anywhere">No coupons match “{search_text}”.</p>
              <ButtonLink to={paths.coupons} variant="secondary">
                Clear search
              </ButtonLink>
            </EmptyState>
          )
        }
      />
      {edited !== null && (
        <CouponForm coupon={edited === 'new' ? null : edited} currency={currency} onClose={() => setEdited(null)} />
      )}
    </>
  )
}

const getCouponId = ({ coupon_id }: Coupon) => coupon_id
