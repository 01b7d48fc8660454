/** Beside the name of a user whose role is admin. Nobody can type it into a name. */
export function StaffBadge() {
  return (
    <span className="rounded-full border border-accent-text px-2 text-xs leading-5 font-semibold text-accent-text">
      Admin
    </span>
  )
}
