const BUBBLE_WIDTHS = ['w-3/5', 'w-2/5 self-end', 'w-1/2', 'w-3/5 self-end', 'w-1/3'] as const

export function ConversationSkeleton() {
  return (
    <>
      <div role="status" className="sr-only">
        Loading messages
      </div>
      <div
        aria-hidden="true"
        className="flex min-h-0 flex-1 flex-col justify-end gap-4 overflow-hidden bg-bg px-3 pb-4 sm:px-5"
      >
        {BUBBLE_WIDTHS.map((width) => (
          <div key={width} className={`skeleton h-11 shrink-0 rounded-2xl ${width}`} />
        ))}
      </div>
      <div aria-hidden="true" className="px-3 pt-6 pb-3 sm:px-4 sm:pb-4">
        <div className="skeleton h-12 rounded-[22px]" />
      </div>
    </>
  )
}
