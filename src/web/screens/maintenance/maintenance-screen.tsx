import { Head } from '#web/ui/head.tsx'
import { Lantern } from '#web/ui/icons/lantern.tsx'

export function Component() {
  return (
    <div className="container-site flex flex-1 flex-col items-center justify-center py-20 text-center">
      <Head title="Website is under maintenance" noIndex />
      <Lantern isLit className="mb-8 w-full max-w-sm" />
      <h1 className="text-3xl sm:text-5xl">Website is under maintenance</h1>
      <p className="mt-4 text-lg text-muted">We&apos;ll be back shortly</p>
      <p className="mt-8 max-w-md text-sm text-muted">
        Your courses, progress, and messages are safe. This page updates automatically when the site is back.
      </p>
    </div>
  )
}
