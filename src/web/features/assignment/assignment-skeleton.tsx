export function AssignmentSkeleton() {
  return (
    <div aria-busy="true" className="card rounded-panel p-5 sm:p-8">
      <p role="status" className="sr-only">
        Loading the assignment
      </p>
      <div className="skeleton h-8 w-1/2" />
      <div className="skeleton mt-6 h-32" />
      <div className="skeleton mt-6 h-40" />
    </div>
  )
}
