import { Link } from 'react-router'
import { Icon } from '#web/ui/icon.tsx'
import { pagerWindow } from './pager-window.ts'

interface PagerProps {
  current: number
  pageCount: number
  addressOf: (page: number) => string
}

const STEP =
  'grid size-11 place-items-center rounded-control text-sm font-semibold tabular-nums transition duration-150'

export function Pager({ current, pageCount, addressOf }: PagerProps) {
  const { pages, before, after } = pagerWindow(current, pageCount)
  if (pageCount <= 1) return null
  return (
    <nav aria-label="Pages" className="mt-10 flex justify-center gap-1.5">
      {before !== null && (
        <Link to={addressOf(before)} aria-label="Earlier pages" className={`${STEP} text-muted hover:bg-raised`}>
          <Icon name="chevron-left" size={18} />
        </Link>
      )}
      {pages.map((page) => (
        <Link
          key={page}
          to={addressOf(page)}
          aria-current={page === current ? 'page' : undefined}
          className={`${STEP} ${page === current ? 'bg-accent text-on-accent' : 'text-muted hover:bg-raised hover:text-text'}`}
        >
          {page}
        </Link>
      ))}
      {after !== null && (
        <Link to={addressOf(after)} aria-label="Later pages" className={`${STEP} text-muted hover:bg-raised`}>
          <Icon name="chevron-right" size={18} />
        </Link>
      )}
    </nav>
  )
}
