interface PublishStateProps {
  /** As the form has it. */
  isPublic: boolean
  /** As it is saved. */
  wasPublic: boolean
  /** There are unsaved changes. */
  isDirty?: boolean
}

/** Beside a save button: who can see the course or post, and whether a save changes that. */
export function PublishState({ isPublic, wasPublic, isDirty = false }: PublishStateProps) {
  return (
    <p role="status" className="text-sm">
      <span className="flex items-center gap-2 font-medium">
        <span
          aria-hidden="true"
          className={`size-2 rounded-full ${wasPublic ? 'bg-success' : 'border border-accent-text'}`}
        />
        {wasPublic ? 'Public' : 'Draft'}
      </span>
      <span className="text-xs text-muted empty:hidden">{getNextStep({ isPublic, wasPublic, isDirty })}</span>
    </p>
  )
}

function getNextStep({ isPublic, wasPublic, isDirty }: Required<PublishStateProps>): string | false {
  if (isPublic && !wasPublic) return 'Published when you save'
  if (!isPublic && wasPublic) return 'Becomes a draft when you save'
  return isDirty && 'Unsaved changes'
}
