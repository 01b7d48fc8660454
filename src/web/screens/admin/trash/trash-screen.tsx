import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { TrashKind } from '#contract/choices.ts'
import { TRASH_DAYS } from '#contract/limits.ts'
import type { TrashEntry } from '#contract/schemas/operations/trash.ts'
import { pages } from '#web/data/api.ts'
import { PanelHeader } from '#web/features/panels/panel-header.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { InfiniteTable } from '#web/ui/list/infinite-table.tsx'
import { KindTabs } from './kind-tabs.tsx'
import { TRASH_COLUMNS, TRASH_TEMPLATE } from './trash-columns.tsx'
import { parseTrashSearch } from './trash-search.ts'

const NOTES: Record<TrashKind, string> = {
  course: 'Courses with orders are archived: their students keep them.',
  post: 'Posts come back with their comments.',
  review: 'Restored reviews count toward the rating again.',
  comment: 'Only comments that an admin removed.',
  user: 'Users come back with their enrollments, progress, reviews, comments, messages and orders.',
}

export function Component() {
  const [params] = useSearchParams()
  const { kind } = parseTrashSearch(params)
  const list = useInfiniteQuery({ ...pages('getTrash', { kind }), staleTime: 5_000 })
  return (
    <>
      <PanelHeader
        title="Trash"
        description={`Kept for ${TRASH_DAYS} days, then deleted permanently.`}
        filters={<KindTabs current={kind} />}
      />
      <div className="@container">
        <InfiniteTable
          key={kind}
          label="Trash"
          columns={TRASH_COLUMNS}
          template={TRASH_TEMPLATE}
          list={list}
          getRowId={getEntryId}
          endText={NOTES[kind]}
          emptyState={
            <EmptyState title={`No deleted ${kind}s`}>
              <p>What admins delete can be restored here for {TRASH_DAYS} days.</p>
            </EmptyState>
          }
        />
      </div>
    </>
  )
}

const getEntryId = ({ id }: TrashEntry) => id
