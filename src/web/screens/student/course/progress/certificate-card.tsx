import { certificatePath } from '#contract/paths/record-paths.ts'
import { AnyIcon } from '#web/ui/icons/any-icon.tsx'

export function CertificateCard({ certificateId }: { certificateId: string }) {
  return (
    <a
      href={certificatePath(certificateId)}
      className="mt-4 flex items-center gap-3 rounded-card border border-accent-text/40 bg-[var(--accent-wash)] p-3.5 text-sm hover:border-accent-text"
    >
      <AnyIcon name="certificate" size={24} className="text-accent-text" />
      <span className="flex-1">
        <span className="block font-semibold">Your certificate</span>
        <span className="text-muted">View, download and share it</span>
      </span>
      <AnyIcon name="chevron-right" size={18} className="text-muted" />
    </a>
  )
}
