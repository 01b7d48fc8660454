import type { Certificate } from '#contract/schemas/learning/certificates.ts'

const STATUSES: Record<Certificate['status'], { label: string; className: string }> = {
  valid: { label: 'Valid', className: 'border-success/50 bg-[var(--success-wash)] text-success' },
  revoked: { label: 'Revoked', className: 'border-danger/50 bg-[var(--danger-wash)] text-danger' },
  replaced: { label: 'Replaced', className: 'border-border-strong text-muted' },
}

export function CertificateStatus({ status }: Pick<Certificate, 'status'>) {
  const { label, className } = STATUSES[status]
  return (
    <span className={`inline-block rounded-full border px-2.5 text-xs font-semibold whitespace-nowrap ${className}`}>
      {label}
    </span>
  )
}
