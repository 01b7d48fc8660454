import { useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useSearchParams } from 'react-router'
import type { User } from '#contract/schemas/users.ts'
import { pages } from '#web/data/api.ts'
import { paths } from '#contract/paths.ts'
import { useSignedInUser } from '#web/data/session.ts'
import { AnyIcon } from '#web/ui/any-icon.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { InfiniteTable, type Sort } from '#web/ui/list/infinite-table.tsx'
import { ListFilters } from '#web/ui/list/list-filters.tsx'
import { useChangeSearch } from '#web/ui/list/use-change-search.ts'
import { PanelHead } from '#web/features/panels/panel-head.tsx'
import { DeleteUserDialog } from './delete-user-dialog.tsx'
import { useDeleteUser } from './use-delete-user.ts'
import { USER_TEMPLATE, userColumns } from './user-columns.tsx'
import { sortedBy, USER_CHOICES, usersCsvPath, type UsersSearch, usersSearch } from './users-search.ts'

export function Component() {
  const [params] = useSearchParams()
  const changeSearch = useChangeSearch()
  const asked = usersSearch(params)
  const sort: Sort = {
    by: asked.sort,
    isDescending: asked.descending,
    onSort: (by) => changeSearch((search) => sortedBy(search, by)),
  }
  return (
    <>
      <PanelHead title="Users" heading={<Greeting />}>
        <ButtonLink to={paths.importUsers} look="secondary">
          <AnyIcon name="upload" size={18} />
          Import
        </ButtonLink>
        <ButtonLink to={usersCsvPath(asked)} reloadDocument download look="secondary">
          <AnyIcon name="download" size={18} />
          CSV
        </ButtonLink>
      </PanelHead>
      <div className="mb-4">
        <ListFilters choices={USER_CHOICES} label="Search by name or e-mail" placeholder="Name or e-mail" />
      </div>
      <Users asked={asked} sort={sort} />
    </>
  )
}

function Greeting() {
  return (
    <>
      Hello Admin, <span className="font-normal text-muted">Track users here</span>
    </>
  )
}

function Users({ asked, sort }: { asked: UsersSearch; sort: Sort }) {
  const { student_id: selfId } = useSignedInUser()
  const list = useInfiniteQuery({ ...pages('getUsers', asked), staleTime: 30_000 })
  const { mutate: remove } = useDeleteUser()
  const [leaving, setLeaving] = useState<User | null>(null)
  const columns = useMemo(() => userColumns(selfId, setLeaving), [selfId])
  const box = useRef<HTMLDivElement>(null)
  const confirm = useCallback(
    (user: User) => {
      // The popup gives the focus back to a button that is about to leave with its row.
      flushSync(() => setLeaving(null))
      box.current?.focus()
      remove(user)
    },
    [remove],
  )
  const count = list.data && new Set(list.data.pages.flatMap(({ msg }) => msg.map(({ student_id }) => student_id))).size
  return (
    <div ref={box} tabIndex={-1} className="outline-none">
      <p role="status" className="sr-only">
        {count === undefined
          ? 'Looking for users'
          : `${count} ${count === 1 ? 'user' : 'users'}${list.hasNextPage ? ' so far' : ''}`}
      </p>
      <InfiniteTable
        label="Users"
        columns={columns}
        template={USER_TEMPLATE}
        list={list}
        idOf={idOf}
        end="No more users"
        empty={<NobodyFound words={asked.search_text} />}
        sort={sort}
      />
      {leaving && (
        <DeleteUserDialog user={leaving} onConfirm={() => confirm(leaving)} onCancel={() => setLeaving(null)} />
      )}
    </div>
  )
}

const idOf = ({ student_id }: User) => student_id

function NobodyFound({ words }: { words: string }) {
  return (
    <EmptyState title="No users found">
      <p className="wrap-anywhere">
        {words ? `Nobody’s name or e-mail holds “${words}”.` : 'Nobody is of this kind at the moment.'}
      </p>
      <ButtonLink to={paths.users} look="secondary">
        All users
      </ButtonLink>
    </EmptyState>
  )
}
