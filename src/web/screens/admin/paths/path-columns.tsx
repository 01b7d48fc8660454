import { Link } from '#web/ui/link.tsx'
import { learningPathPath } from '#contract/paths/learning-path-path.ts'
import { editPathPath } from '#contract/paths/record-paths.ts'
import type { AdminPath } from '#contract/schemas/learning/paths.ts'
import { usePriceFormat } from '#web/features/courses/use-price-format.ts'
import { DeleteRowAction, ROW_ACTION_CLASS } from '#web/features/panels/delete-row-action.tsx'
import { DraftBadge } from '#web/features/panels/draft-badge.tsx'
import { PathPicture } from '#web/features/paths/path-picture.tsx'
import { AnyIcon } from '#web/ui/icons/any-icon.tsx'
import { formatCount } from '#web/ui/format/format-count.ts'
import type { Column } from '#web/ui/list/table-row.tsx'
import { useDeletePath } from './use-delete-path.ts'

/** Small screens show these under the title instead. */
const WIDE_ONLY = '@max-2xl:hidden'

export const PATH_COLUMNS: readonly Column<AdminPath>[] = [
  { key: 'title', title: 'Path', renderCell: (path) => <Title path={path} /> },
  {
    key: 'courses',
    title: 'Courses',
    isNumeric: true,
    className: WIDE_ONLY,
    renderCell: ({ courses }) => formatCount(courses),
  },
  {
    key: 'students',
    title: 'Students',
    isNumeric: true,
    className: WIDE_ONLY,
    renderCell: ({ students }) => formatCount(students),
  },
  {
    key: 'price',
    title: 'Price',
    isNumeric: true,
    className: WIDE_ONLY,
    renderCell: ({ price }) => (price === null ? 'One by one' : <Price price={price} />),
  },
  {
    key: 'actions',
    title: 'Actions',
    isTitleHidden: true,
    isNumeric: true,
    renderCell: (path) => <PathActions path={path} />,
  },
]

const Price = ({ price }: { price: number }) => usePriceFormat().format(price)

function Title({ path }: { path: AdminPath }) {
  return (
    <div className="flex items-center gap-3.5">
      <div className="relative aspect-[640/344] w-18 shrink-0 overflow-hidden rounded-md border border-border @max-md:hidden">
        <PathPicture path={path} />
      </div>
      <div className="min-w-0">
        <p className="flex items-center gap-2">
          <Link
            to={editPathPath(path)}
            className="line-clamp-2 min-h-6 font-semibold underline-offset-4 hover:text-accent-text hover:underline @2xl:line-clamp-1"
          >
            {path.title}
          </Link>
          {!path.public && <DraftBadge />}
        </p>
        <p className="truncate text-xs text-muted">
          <span className="@max-2xl:hidden">{path.goal}</span>
          <span className="@2xl:hidden">
            {formatCount(path.courses, 'course')} · {formatCount(path.students, 'student')}
          </span>
        </p>
      </div>
    </div>
  )
}

function PathActions({ path }: { path: AdminPath }) {
  const remove = useDeletePath()
  const warning = `The path “${path.title}” will be permanently deleted and cannot be undone. Its courses stay, and so do the certificates of students who have finished it.`
  return (
    <span className="-mr-2 inline-flex text-left">
      <Link to={editPathPath(path)} aria-label={`Edit ${path.title}`} title="Edit" className={ROW_ACTION_CLASS}>
        <AnyIcon name="pencil" size={17} />
      </Link>
      <Link to={learningPathPath(path)} aria-label={`View ${path.title}`} title="View" className={ROW_ACTION_CLASS}>
        <AnyIcon name="eye" size={18} />
      </Link>
      <DeleteRowAction title={path.title} warning={warning} onDelete={() => remove.mutate(path)} />
    </span>
  )
}
