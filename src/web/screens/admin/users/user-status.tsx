/** Active users have at least one session. */
export function UserStatus({ isActive }: { isActive: boolean }) {
  return (
    <span className={`inline-flex items-center gap-2 whitespace-nowrap ${isActive ? '' : 'text-muted'}`}>
      <span aria-hidden="true" className={`size-2 rounded-full ${isActive ? 'bg-success' : 'bg-border-strong'}`} />
      {isActive ? 'Active' : 'Inactive'}
    </span>
  )
}
