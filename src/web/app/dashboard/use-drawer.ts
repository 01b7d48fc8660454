import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation } from 'react-router'

/** Tailwind's `md`: from here on the sidebar is always visible. */
const WIDE = '(min-width: 48rem)'

interface Drawer {
  isOpen: boolean
  open: () => void
  close: () => void
  drawer: RefObject<HTMLElement | null>
  opener: RefObject<HTMLButtonElement | null>
}

/** The sidebar on small screens: it takes the focus and returns it; Esc and every navigation close it. */
export function useDrawer(): Drawer {
  const { key } = useLocation()
  const [openedOn, setOpenedOn] = useState<string | null>(null)
  const isOpen = openedOn === key
  const drawer = useRef<HTMLElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const close = () => setOpenedOn(null)
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape') close()
  })
  useEffect(() => {
    if (!isOpen) return
    const inside = drawer.current
    const first = inside?.querySelector<HTMLElement>('[aria-current]') ?? inside?.querySelector<HTMLElement>('a')
    first?.focus()
    const wide = window.matchMedia(WIDE)
    const menuButton = opener.current
    const onWide = () => setOpenedOn(null)
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen)
    wide.addEventListener('change', onWide)
    return () => {
      document.removeEventListener('keydown', listen)
      wide.removeEventListener('change', onWide)
      // The header is inert until the drawer has closed.
      menuButton?.focus()
    }
  }, [isOpen])
  return { isOpen, open: () => setOpenedOn(key), close, drawer, opener }
}
