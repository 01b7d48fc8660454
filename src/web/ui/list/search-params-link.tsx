import type { MouseEvent } from 'react'
import { useSearchParams } from 'react-router'
import { Link, type LinkProps } from '#web/ui/link.tsx'
import { type UpdateSearchParams, useUpdateSearchParams } from './use-update-search-params.ts'

interface SearchParamsLinkProps extends Omit<LinkProps, 'to' | 'onClick'> {
  update: UpdateSearchParams
}

/** A link to this page with a changed query. A click also keeps a search that is still loading. */
export function SearchParamsLink({ update, ...rest }: SearchParamsLinkProps) {
  const [params] = useSearchParams()
  const updateSearchParams = useUpdateSearchParams()
  const handleClick = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    updateSearchParams(update)
  }
  return <Link {...rest} to={`?${update(new URLSearchParams(params))}`} onClick={handleClick} />
}
