import { Outlet } from 'react-router'
import { useFocusMainOnNavigation } from '#web/app/use-focus-main-on-navigation.ts'
import { ToastProvider } from '#web/ui/toasts.tsx'
import { AdminHeader } from './admin-header.tsx'
import { IdleNotice } from './idle-notice.tsx'
import { Sidebar } from './sidebar.tsx'
import { SiteWarnings } from './site-warnings.tsx'
import { useDrawer } from './use-drawer.ts'

export function AdminLayout() {
  const { isOpen, open, close, drawer, opener } = useDrawer()
  // After the drawer, which returns the focus to its button.
  const main = useFocusMainOnNavigation()
  return (
    <div className="flex min-h-dvh">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-control focus:bg-accent focus:px-4 focus:py-2 focus:text-on-accent"
      >
        Skip to content
      </a>
      <Sidebar ref={drawer} isOpen={isOpen} onClose={close} />
      {/* Pointer only: the keyboard closes the drawer with Esc or its button. */}
      {isOpen && <div aria-hidden="true" onClick={close} className="fixed inset-0 z-30 bg-black/50 md:hidden" />}
      <ToastProvider>
        <div inert={isOpen} className="flex min-w-0 flex-1 flex-col">
          <AdminHeader opener={opener} isMenuOpen={isOpen} onOpenMenu={open} />
          <SiteWarnings />
          <main
            ref={main}
            id="main"
            tabIndex={-1}
            className="flex-1 px-4 py-8 outline-none md:px-8 md:py-4 md:max-lg:has-data-panel-filters:[--filter-row:3.5rem]"
          >
            <Outlet />
          </main>
        </div>
        <IdleNotice />
      </ToastProvider>
    </div>
  )
}
