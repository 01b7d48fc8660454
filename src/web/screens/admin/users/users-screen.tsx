import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import { useSearchParams } from 'react-router'
import type { User } from '#contract/schemas/accounts/users.ts'
import { pages } from '#web/data/api.ts'
import { paths } from '#contract/paths.ts'
import { useSignedInUser } from '#web/data/session.ts'
import { AnyIcon } from '#web/ui/icons/any-icon.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { InfiniteTable } from '#web/ui/list/infinite-table.tsx'
import type { Sort } from '#web/ui/list/table-head.tsx'
import { ListFilters } from '#web/ui/list/list-filters.tsx'
import { useUpdateSearchParams } from '#web/ui/list/use-update-search-params.ts'
import { PanelHeader } from '#web/features/panels/panel-header.tsx'
import { useDeleteConfirmation } from '#web/features/panels/use-delete-confirmation.ts'
import { formatCount } from '#web/ui/format/format-count.ts'
import { DeleteUserDialog } from './delete-user-dialog.tsx'
import { useDeleteUser } from './use-delete-user.ts'
import { USER_TEMPLATE, getUserColumns } from './user-columns.tsx'
import { toggleSort, USER_FILTERS, getUsersCsvPath, type UsersFilters, parseUsersSearch } from './users-search.ts'

export function Component() {
  const [params] = useSearchParams()
  const changeSearch = useUpdateSearchParams()
  const filters = parseUsersSearch(params)
  const sort: Sort = {
    by: filters.sort,
    isDescending: filters.descending,
    onSort: (by) => changeSearch((search) => toggleSort(search, by)),
  }
  return (
    <>
      <PanelHeader
        title="Users"
        heading={<Greeting />}
        filters={<ListFilters choices={USER_FILTERS} label="Search by name or email" placeholder="Name or email" />}
      >
        <ButtonLink to={paths.importUsers} variant="secondary">
          <AnyIcon name="upload" size={18} />
          Import
        </ButtonLink>
        <ButtonLink to={getUsersCsvPath(filters)} reloadDocument download variant="secondary">
          <AnyIcon name="download" size={18} />
          Export CSV
        </ButtonLink>
      </PanelHeader>
      <Users filters={filters} sort={sort} />
    </>
  )
}

function Greeting() {
  return (
    <>
      Hello Admin,{' '}
      <span className="block font-sans text-xs leading-4 font-normal tracking-normal text-muted">Track users here</span>
    </>
  )
}

function Users({ filters, sort }: { filters: UsersFilters; sort: Sort }) {
  const { student_id: selfId } = useSignedInUser()
  const list = useInfiniteQuery({ ...pages('getUsers', filters), staleTime: 30_000 })
  const { mutate: remove } = useDeleteUser()
  const container = useRef<HTMLDivElement>(null)
  const { itemToDelete, askToDelete, confirm, cancel } = useDeleteConfirmation<User>(container, remove)
  const columns = useMemo(() => getUserColumns(selfId, askToDelete), [selfId, askToDelete])
  const count = list.data && new Set(list.data.pages.flatMap(({ msg }) => msg.map(({ student_id }) => student_id))).size
  return (
    <div ref={container} tabIndex={-1} className="outline-none">
      <p role="status" className="sr-only">
        {count === undefined ? 'Loading users' : `${formatCount(count, 'user')}${list.hasNextPage ? ' loaded' : ''}`}
      </p>
      <InfiniteTable
        label="Users"
        columns={columns}
        template={USER_TEMPLATE}
        list={list}
        getRowId={getUserId}
        endText="No more users"
        emptyState={<NoUsersFound searchText={filters.search_text} />}
        sort={sort}
      />
      {itemToDelete && <DeleteUserDialog user={itemToDelete} onConfirm={confirm} onCancel={cancel} />}
    </div>
  )
}

const getUserId = ({ student_id }: User) => student_id

function NoUsersFound({ searchText }: { searchText: string }) {
  return (
    <EmptyState title="No users found">
      <p className="wrap-anywhere">{searchText ? `No users match “${searchText}”.` : 'No users match this filter.'}</p>
      <ButtonLink to={paths.users} variant="secondary">
        Clear filters
      </ButtonLink>
    </EmptyState>
  )
}
