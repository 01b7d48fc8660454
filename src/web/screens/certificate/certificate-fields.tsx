import type { ReactNode } from 'react'
import { Link } from '#web/ui/link.tsx'
import { formatCertificateDay, formatLessonTime } from '#contract/certificates/certificate-text.ts'
import type { CertificatePage } from '#contract/schemas/learning/certificates.ts'

/** Everything that is printed, so that a changed copy shows. */
export function CertificateFields({ certificate }: { certificate: CertificatePage }) {
  const { course_title, course_path, kind, duration } = certificate
  const time = formatLessonTime(duration)
  return (
    <section aria-labelledby="printed" className="card p-5">
      <h2 id="printed" className="text-lg">
        What it says
      </h2>
      <dl className="mt-3 space-y-3 text-sm">
        <Field label="Name">
          <span dir="auto">{certificate.name}</span>
        </Field>
        <Field label={kind === 'path' ? 'Path' : 'Course'}>
          {course_path === null ? (
            <span dir="auto">{course_title}</span>
          ) : (
            <Link to={course_path} dir="auto" className="text-accent-text underline">
              {course_title}
            </Link>
          )}
        </Field>
        <Field label="Completed">{formatCertificateDay(certificate.finished_date)}</Field>
        {time !== null && <Field label="Lessons">{time}</Field>}
        <Field label="Issued">{formatCertificateDay(certificate.issued_date)}</Field>
        <Field label="Issuer">{certificate.issuer}</Field>
        <Field label="Certificate ID">
          <span className="font-mono text-xs">{certificate.certificate_id}</span>
        </Field>
      </dl>
      <p className="mt-4 text-xs text-muted">
        Compare this with the copy you were given. If they differ, the copy was changed.
      </p>
    </section>
  )
}

function Field({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-muted">{label}</dt>
      <dd className="font-medium wrap-anywhere">{children}</dd>
    </div>
  )
}
