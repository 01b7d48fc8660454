import type { ComponentProps } from 'react'
import { type To, useHref, useLinkClickHandler, useLocation, useResolvedPath } from 'react-router'

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** A page of this site, or the whole address of another site’s. */
  to: To
  /** For the next page’s `useLocation`. */
  state?: unknown
  replace?: true
  preventScrollReset?: boolean
  /** Leaves it to the browser: for a file, or a page that the server answers itself. */
  reloadDocument?: boolean
}

/** In place of the router’s own, which prefetches pages for a framework’s server and takes two kilobytes for it. */
export function Link(props: LinkProps) {
  const { to, state, replace, preventScrollReset = false, reloadDocument, onClick, children, ...rest } = props
  const followLink = useLinkClickHandler<HTMLAnchorElement>(to, {
    state,
    preventScrollReset,
    target: rest.target ?? '',
    ...(replace && { replace }),
  })
  const path = useHref(to)
  const address = typeof to === 'string' && /^https?:/.test(to) ? to : undefined
  const isLeftToBrowser = reloadDocument || address !== undefined
  const handleClick: LinkProps['onClick'] = (event) => {
    onClick?.(event)
    if (!event.defaultPrevented && !isLeftToBrowser) followLink(event)
  }
  return (
    <a {...rest} href={address ?? path} onClick={handleClick}>
      {children}
    </a>
  )
}

/** @param end whether it is not the current link on pages below its own */
export function NavLink({ end = false, ...rest }: LinkProps & { end?: boolean }) {
  const { pathname } = useResolvedPath(rest.to)
  const current = useLocation().pathname
  const isCurrent = current === pathname || (!end && current.startsWith(`${pathname}/`))
  return <Link aria-current={isCurrent ? 'page' : undefined} {...rest} />
}
