import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { Section } from './section.tsx'

export function DeleteSection({ hasPassword }: { hasPassword: boolean }) {
  const [isConfirming, setConfirming] = useState(false)
  return (
    <Section
      isDangerous
      title="Delete account"
      lead="Permanently deletes your profile, courses, progress, reviews, comments and messages. Certificates stay at their links, with your name, and receipts are kept, with your name and email."
    >
      <Button variant="danger" onClick={() => setConfirming(true)} className="max-sm:w-full">
        Delete my account
      </Button>
      {isConfirming && <DeleteDialog hasPassword={hasPassword} onClose={() => setConfirming(false)} />}
    </Section>
  )
}
