import { Avatar } from '#web/ui/avatar.tsx'

export function AuthorBox() {
  return (
    <section aria-label="Author" className="card mt-10 flex items-center gap-4 p-5">
      <Avatar imageUrl="" size={56} />
      <div>
        <p className="font-display text-lg font-semibold">ADMIN</p>
        <p className="text-sm text-muted">Your instructor. Ask questions in Chat.</p>
      </div>
    </section>
  )
}
