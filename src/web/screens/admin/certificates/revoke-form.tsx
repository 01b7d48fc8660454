import { call } from '#web/data/api.ts'
import { useCallMutation } from '#web/data/use-call-mutation.ts'
import { ActionForm } from '#web/features/panels/action-form.tsx'
import { ReasonField } from '#web/features/panels/reason-field.tsx'
import { useReason } from '#web/features/panels/use-reason.ts'
import { useShowToast } from '#web/ui/toasts.tsx'
import type { CertificateRow } from './certificate-columns.tsx'

export function RevokeForm({ certificate, onClose }: { certificate: CertificateRow; onClose: () => void }) {
  const { certificate_id, name, course_title } = certificate
  const showToast = useShowToast()
  const reason = useReason()
  const { mutate, isPending, error } = useCallMutation('revokeCertificate', {
    mutationFn: () => call('revokeCertificate', { certificate_id, reason: reason.text }),
    onSuccess: ({ msg }) => {
      onClose()
      showToast({ variant: 'success', text: msg })
    },
  })
  return (
    <ActionForm
      title="Revoke certificate"
      text={`${name}’s certificate for “${course_title}” stays online as revoked, and no new one is issued. This can’t be undone.`}
      label="Revoke"
      isDangerous
      isPending={isPending}
      error={error}
      onSubmit={() => reason.check() && mutate()}
      onClose={onClose}
    >
      <ReasonField {...reason.field} hint="Everyone who opens the certificate can read it." />
    </ActionForm>
  )
}
