/** Marks items that students cannot see yet. */
export function DraftBadge() {
  return (
    <span className="rounded-full border border-accent-text/60 px-2 text-xs leading-5 font-medium text-accent-text">
      Draft
    </span>
  )
}
