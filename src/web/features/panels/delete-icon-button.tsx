import { AnyIcon } from '#web/ui/icons/any-icon.tsx'

interface DeleteIconButtonProps {
  label: string
  onClick: () => void
  className?: string
}

export function DeleteIconButton({ label, onClick, className = '' }: DeleteIconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onClick}
      className={`grid size-11 shrink-0 place-items-center rounded-control text-muted -outline-offset-2 transition duration-150 hover:bg-[var(--danger-wash)] hover:text-danger ${className}`}
    >
      <AnyIcon name="trash" size={18} />
    </button>
  )
}
