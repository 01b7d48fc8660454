import { Link } from '#web/ui/link.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { getPagerWindow } from './pager-window.ts'

interface PagerProps {
  current: number
  pageCount: number
  getPageHref: (page: number) => string
}

const PAGE_LINK =
  'grid size-11 place-items-center rounded-control text-sm font-semibold tabular-nums transition duration-150'

export function Pager({ current, pageCount, getPageHref }: PagerProps) {
  const { pages, before, after } = getPagerWindow(current, pageCount)
  if (pageCount <= 1) return null
  return (
    <nav aria-label="Pages" className="mt-10 flex justify-center gap-1.5">
      {before !== null && (
        <Link
          to={getPageHref(before)}
          aria-label="Previous pages"
          className={`${PAGE_LINK} text-muted hover:bg-raised`}
        >
          <Icon name="chevron-left" size={18} />
        </Link>
      )}
      {pages.map((page) => (
        <Link
          key={page}
          to={getPageHref(page)}
          aria-current={page === current ? 'page' : undefined}
          className={`${PAGE_LINK} ${page === current ? 'bg-accent text-on-accent' : 'text-muted hover:bg-raised hover:text-text'}`}
        >
          {page}
        </Link>
      ))}
      {after !== null && (
        <Link to={getPageHref(after)} aria-label="Next pages" className={`${PAGE_LINK} text-muted hover:bg-raised`}>
          <Icon name="chevron-right" size={18} />
        </Link>
      )}
    </nav>
  )
}
