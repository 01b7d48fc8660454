export function QuizSkeleton() {
  return (
    <div aria-busy="true" className="card rounded-panel p-5 sm:p-8">
      <p role="status" className="sr-only">
        Loading the quiz
      </p>
      <div className="skeleton h-8 w-2/3" />
      <div className="mt-6 grid gap-3 sm:grid-cols-2">
        {[0, 1, 2, 3].map((index) => (
          <div key={index} className="skeleton h-14" />
        ))}
      </div>
      <div className="skeleton mt-6 h-12 w-40" />
    </div>
  )
}
