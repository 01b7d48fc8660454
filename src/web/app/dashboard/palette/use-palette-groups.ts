import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { query } from '#web/data/api.ts'
import { useDebouncedText } from '#web/ui/hooks/use-debounced-text.ts'
import { useTheme } from '#web/theme/theme.ts'
import { toSearchText } from '#web/ui/list/search-text.ts'
import { type PaletteItem, toResultGroups, type PaletteGroup, getLocalGroups } from './palette-items.ts'

/** Filters pages and actions at once and searches the server after a pause in typing. */
export function usePaletteGroups(text: string, recent: readonly PaletteItem[]) {
  const otherTheme = useTheme() === 'dark' ? 'light' : 'dark'
  const searchText = toSearchText(text)
  const debouncedText = useDebouncedText(searchText)
  const search = useQuery({
    ...query('findAnything', { search_text: debouncedText }),
    enabled: debouncedText !== '',
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })
  const recentGroups: PaletteGroup[] = searchText === '' ? [{ name: 'Recent', items: recent }] : []
  const localGroups = [...recentGroups, ...getLocalGroups(searchText, otherTheme)].filter(hasItems)
  const resultGroups = searchText !== '' && search.data ? toResultGroups(search.data.msg).filter(hasItems) : []
  const groups = [...localGroups, ...resultGroups]
  const isOutdated = searchText !== debouncedText || search.isPlaceholderData
  return {
    searchText,
    groups,
    /** Without the results of an earlier text, which Enter must not open. */
    selectableGroups: isOutdated ? localGroups : groups,
    isSearching: searchText !== '' && (searchText !== debouncedText || search.isFetching),
    error: searchText === '' ? null : search.error,
  }
}

const hasItems = ({ items }: PaletteGroup) => items.length > 0
