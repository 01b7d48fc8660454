import { Head } from '#web/ui/head.tsx'

export function UserSkeleton() {
  return (
    <>
      <Head title="User" noIndex />
      <p role="status" className="sr-only">
        Loading user
      </p>
      <div aria-hidden="true">
        <div className="card rounded-panel">
          <div className="flex items-center gap-5 p-5 sm:p-6">
            <div className="skeleton size-22 shrink-0 rounded-full" />
            <div className="grid flex-1 gap-3">
              <div className="skeleton h-8 w-56 max-w-full" />
              <div className="skeleton h-4 w-40 max-w-full" />
            </div>
          </div>
          <div className="border-t border-border p-5 sm:px-6">
            <div className="skeleton h-10" />
          </div>
        </div>
        <div className="mt-5 grid gap-5 xl:grid-cols-[minmax(0,1fr)_20rem]">
          <div className="card h-72 p-6">
            <div className="skeleton h-6 w-32" />
          </div>
          <div className="card h-44 p-6">
            <div className="skeleton h-6 w-32" />
          </div>
        </div>
      </div>
    </>
  )
}
