import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { Icon } from '#web/ui/icons/icon.tsx'
import { useShowToast } from '#web/ui/toasts.tsx'

type Palette = typeof import('./palette.tsx').Palette

/** Ctrl-K and Cmd-K open the palette, too. Its code is loaded when it is first opened. */
export function PaletteButton() {
  const { Palette, open, close } = usePalette()
  const shortcut = useShortcut()
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        title={`Find anything (${shortcut})`}
        onClick={open}
        className="flex h-11 items-center gap-2.5 rounded-control text-sm text-muted transition duration-150 hover:bg-raised hover:text-text max-lg:w-11 max-lg:justify-center md:h-9 lg:w-60 lg:border lg:border-border-strong lg:px-3"
      >
        <Icon name="search" size={18} />
        <span className="max-lg:sr-only">Find anything</span>
        <kbd aria-hidden="true" className="ml-auto rounded border border-border px-1.5 font-sans text-xs max-lg:hidden">
          {shortcut}
        </kbd>
      </button>
      {Palette && <Palette onClose={close} />}
    </>
  )
}

function usePalette() {
  const showToast = useShowToast()
  const [loaded, setLoaded] = useState<{ Palette: Palette } | null>(null)
  const [isOpen, setOpen] = useState(false)
  const open = async () => {
    setOpen(true)
    if (loaded) return
    try {
      setLoaded(await import('./palette.tsx'))
    } catch {
      setOpen(false)
      showToast({ variant: 'error', text: 'Error connecting to server' })
    }
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    // The text editor uses the same keys for links and prevents the default. An open dialog or menu blocks the palette.
    const isShortcut =
      event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey
    if (!isShortcut || event.defaultPrevented) return
    event.preventDefault()
    if (isOpen) setOpen(false)
    else if (!document.querySelector('dialog[open], [inert]')) void open()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  return { Palette: isOpen ? loaded?.Palette : undefined, open: () => void open(), close: () => setOpen(false) }
}

const subscribe = () => () => {}

/** The server does not know the platform, so it renders the Ctrl key. */
function useShortcut(): string {
  const isMac = useSyncExternalStore(
    subscribe,
    () => /mac|iphone|ipad/i.test(navigator.userAgent),
    () => false,
  )
  return isMac ? '⌘ K' : 'Ctrl K'
}
