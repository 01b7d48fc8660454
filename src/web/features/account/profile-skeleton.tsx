export function CardSkeleton() {
  return (
    <div aria-hidden="true" className="card overflow-hidden rounded-panel">
      <div className="skeleton h-32 rounded-none sm:h-40" />
      <div className="grid gap-x-12 px-6 pb-8 sm:px-9 sm:pb-9 md:grid-cols-[250px_minmax(0,1fr)]">
        <div className="relative -mt-16 self-start justify-self-center rounded-panel bg-surface p-1 sm:-mt-20">
          <div className="skeleton size-60.5 rounded-panel" />
        </div>
        <div>
          <div className="mt-5 flex justify-between">
            <div className="skeleton h-11 w-3/5" />
            <div className="skeleton size-11" />
          </div>
          <div className="mt-6 grid content-start gap-x-10 gap-y-4 sm:grid-cols-2 md:grid-cols-1 lg:grid-cols-2">
            {[1, 2, 3, 4, 5, 6, 7].map((place) => (
              <div key={place} className="skeleton h-17" />
            ))}
          </div>
        </div>
      </div>
    </div>
  )
}

export function SectionsSkeleton() {
  return (
    <div aria-hidden="true">
      {['h-28', 'h-36', 'h-11', 'h-11'].map((height, place) => (
        <div
          key={place}
          className="card mt-6 grid gap-x-12 gap-y-5 rounded-panel p-6 sm:p-9 md:grid-cols-[250px_minmax(0,1fr)]"
        >
          <div className="skeleton h-7 w-40" />
          <div className={`skeleton max-w-110 ${height}`} />
        </div>
      ))}
    </div>
  )
}
