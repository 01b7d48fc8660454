export function CourseSkeleton() {
  return (
    <div aria-hidden="true">
      <div className="skeleton mb-4 h-6 w-64 max-w-full" />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-x-9">
        <div>
          <div className="skeleton aspect-video rounded-panel" />
          <div className="skeleton mt-8 h-11 w-3/4" />
          <div className="skeleton mt-4 h-6 w-2/5" />
          <div className="skeleton mt-7 h-32 max-w-[68ch]" />
        </div>
        <div className="space-y-5">
          <div className="skeleton h-64 rounded-panel" />
          <div className="skeleton h-96 rounded-panel" />
        </div>
      </div>
    </div>
  )
}
