import { formatCount } from '#web/ui/format/format-count.ts'

interface PaletteStatusProps {
  searchText: string
  isSearching: boolean
  error: Error | null
  resultCount: number
}

/** The search's state, for screen readers also the number of results, above the key hints. */
export function PaletteStatus({ searchText, isSearching, error, resultCount }: PaletteStatusProps) {
  const isVisible = isSearching || error !== null || resultCount === 0
  return (
    <>
      <p
        role="status"
        className={`px-5 py-3 text-sm wrap-anywhere ${error ? 'text-danger' : 'text-muted'} ${isVisible ? '' : 'sr-only'}`}
      >
        {getStatusText({ searchText, isSearching, error, resultCount })}
      </p>
      <p
        aria-hidden="true"
        className="hidden shrink-0 gap-5 border-t border-border px-5 py-2.5 text-xs text-muted sm:flex"
      >
        <span>↑ ↓ to select</span>
        <span>Enter to open</span>
        <span>Esc to close</span>
      </p>
    </>
  )
}

function getStatusText({ searchText, isSearching, error, resultCount }: PaletteStatusProps): string {
  if (isSearching) return 'Searching…'
  if (error) return error.message
  if (resultCount === 0) return `No results for “${searchText}”.`
  return searchText && formatCount(resultCount, 'result')
}
