import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { paths } from '#contract/paths.ts'
import type { Order } from '#contract/schemas/commerce/orders.ts'
import { pages, query } from '#web/data/api.ts'
import { PanelHeader } from '#web/features/panels/panel-header.tsx'
import { AnyIcon } from '#web/ui/icons/any-icon.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { InfiniteTable } from '#web/ui/list/infinite-table.tsx'
import { ListFilters } from '#web/ui/list/list-filters.tsx'
import { ORDER_COLUMNS, ORDER_TEMPLATE } from './order-columns.tsx'
import { getOrdersCsvPath, ORDER_CHOICES, type OrdersFilters, parseOrdersSearch } from './orders-search.ts'

export function Component() {
  const [params] = useSearchParams()
  const filters = parseOrdersSearch(params)
  const list = useInfiniteQuery({ ...pages('getOrders', filters), staleTime: 5_000 })
  const { data: settings } = useQuery({ ...query('getPaymentSettings', {}), staleTime: 60_000 })
  const isOff = settings?.msg.providers.length === 0
  return (
    <>
      <PanelHeader
        title="Orders"
        {...(isOff && { description: 'Prices are shown but not charged.' })}
        filters={
          <ListFilters choices={ORDER_CHOICES} label="Search by number, name, email or course" placeholder="Search" />
        }
      >
        <ButtonLink to={getOrdersCsvPath(filters)} reloadDocument download variant="secondary">
          <AnyIcon name="download" size={18} />
          Export CSV
        </ButtonLink>
      </PanelHeader>
      <InfiniteTable
        label="Orders"
        columns={ORDER_COLUMNS}
        template={ORDER_TEMPLATE}
        list={list}
        getRowId={getOrderId}
        endText="No more orders"
        emptyState={<NoOrders filters={filters} isOff={isOff} />}
      />
    </>
  )
}

const getOrderId = ({ order_id }: Order) => order_id

function NoOrders({ filters: { search_text, select_data }, isOff }: { filters: OrdersFilters; isOff: boolean }) {
  if (search_text !== '' || select_data !== '')
    return (
      <EmptyState title="No orders found">
        <p className="wrap-anywhere">
          {search_text ? `No orders match “${search_text}”.` : 'No orders have this status.'}
        </p>
        <ButtonLink to={paths.orders} variant="secondary">
          Clear filters
        </ButtonLink>
      </EmptyState>
    )
  return (
    <EmptyState title="No orders yet">
      <p>
        {isOff
          ? 'Payments are off, so every course opens without an order. The setting PAYMENTS turns them on.'
          : 'An order appears here when a student buys a course.'}
      </p>
    </EmptyState>
  )
}
