import { certificatePath, certificatePdfPath } from '#contract/paths/record-paths.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { AnyIcon } from '#web/ui/icons/any-icon.tsx'

interface CourseCertificateProps {
  certificateId: string
  /** Of the course or the path. */
  title: string
}

/** On a finished course or path: leads to the certificate. */
export function CourseCertificate({ certificateId, title }: CourseCertificateProps) {
  return (
    <section
      aria-label="Your certificate"
      className="card flex flex-wrap items-center gap-x-5 gap-y-4 border-success/50 bg-[var(--success-wash)] p-5"
    >
      <span className="grid size-12 shrink-0 place-items-center rounded-full bg-success text-[var(--on-success)]">
        <AnyIcon name="certificate" size={24} />
      </span>
      <div className="min-w-0 flex-1 basis-56">
        <h2 className="text-xl">You earned a certificate</h2>
        <p dir="auto" className="mt-0.5 text-sm wrap-anywhere text-muted">
          {title}
        </p>
      </div>
      <div className="flex flex-wrap gap-2.5">
        <ButtonLink to={certificatePath(certificateId)}>View certificate</ButtonLink>
        <ButtonLink to={certificatePdfPath(certificateId)} reloadDocument download variant="secondary">
          Download PDF
        </ButtonLink>
      </div>
    </section>
  )
}
