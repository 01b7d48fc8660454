import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { query } from '#web/data/api.ts'
import { useTheme } from '#web/theme/theme.ts'
import { SEARCH_MAX } from '#web/ui/list/search-text.ts'
import { type Choice, foundGroups, type Group, ownGroups } from './choices.ts'

const TYPING_PAUSE_MS = 150

/** What there is to choose for this text: the panels and actions at once, what the server finds after a pause. */
export function useGroups(text: string, recent: readonly Choice[]) {
  const otherTheme = useTheme() === 'dark' ? 'light' : 'dark'
  const words = text
    .replace(/[\u0000-\u001f\u007f]/g, ' ')
    .trim()
    .slice(0, SEARCH_MAX)
  const asked = useAfterPause(words)
  const search = useQuery({
    ...query('findAnything', { search_text: asked }),
    enabled: asked !== '',
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })
  const known: Group[] = words === '' ? [{ name: 'Recent', choices: recent }] : []
  const found = words !== '' && search.data ? foundGroups(search.data.msg) : []
  return {
    groups: [...known, ...ownGroups(words, otherTheme), ...found].filter(({ choices }) => choices.length > 0),
    isSearching: words !== '' && (words !== asked || search.isFetching),
    error: words === '' ? null : search.error,
  }
}

function useAfterPause(text: string): string {
  const [settled, settle] = useState(text)
  useEffect(() => {
    const pause = setTimeout(() => settle(text), TYPING_PAUSE_MS)
    return () => clearTimeout(pause)
  }, [text])
  return settled
}
