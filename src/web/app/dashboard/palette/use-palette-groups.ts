import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { query } from '#web/data/api.ts'
import { useDebouncedText } from '#web/ui/hooks/use-debounced-text.ts'
import { useTheme } from '#web/theme/theme.ts'
import { LIMITS } from '#contract/limits.ts'
import { type PaletteItem, toResultGroups, type PaletteGroup, getLocalGroups } from './palette-items.ts'

/** Filters pages and actions at once and searches the server after a pause in typing. */
export function usePaletteGroups(text: string, recent: readonly PaletteItem[]) {
  const otherTheme = useTheme() === 'dark' ? 'light' : 'dark'
  const searchText = text
    .replace(/[\u0000-\u001f\u007f]/g, ' ')
    .trim()
    .slice(0, LIMITS.search)
  const debouncedText = useDebouncedText(searchText)
  const search = useQuery({
    ...query('findAnything', { search_text: debouncedText }),
    enabled: debouncedText !== '',
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })
  const recentGroups: PaletteGroup[] = searchText === '' ? [{ name: 'Recent', items: recent }] : []
  const resultGroups = searchText !== '' && search.data ? toResultGroups(search.data.msg) : []
  return {
    searchText,
    groups: [...recentGroups, ...getLocalGroups(searchText, otherTheme), ...resultGroups].filter(
      ({ items }) => items.length > 0,
    ),
    isSearching: searchText !== '' && (searchText !== debouncedText || search.isFetching),
    error: searchText === '' ? null : search.error,
  }
}
