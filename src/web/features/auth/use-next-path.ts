import { useSearchParams } from 'react-router'
import { parseNextPath } from '#contract/paths.ts'

/** Where the visitor wanted to go before signing in, from `?next=`. */
export function useNextPath(): string | null {
  return parseNextPath(useSearchParams()[0].get('next'))
}
