import type { CSSProperties } from 'react'
import { encode } from 'uqr'
import { getTextColors } from '#contract/certificates/certificate-colors.ts'
import { formatCertificateDay, formatCompletion } from '#contract/certificates/certificate-text.ts'
import { uploadPath } from '#contract/paths.ts'
import type { Certificate, CertificateDesign } from '#contract/schemas/learning/certificates.ts'

type Printed = Pick<
  Certificate,
  'certificate_id' | 'name' | 'course_title' | 'issued_date' | 'finished_date' | 'duration'
>

interface CertificatePaperProps {
  certificate: Printed
  design: CertificateDesign
  /** Of its page. */
  url: string
  /** Printed across the paper. */
  stamp?: 'REVOKED' | 'REPLACED' | null
  /** A chosen picture that is not uploaded yet. */
  signature?: string | undefined
}

/** What the PDF looks like, at any width: lengths are parts of the paper’s width. */
export function CertificatePaper({ certificate, design, url, stamp = null, signature }: CertificatePaperProps) {
  const { ink, muted } = getTextColors(design.background) ?? { ink: '#1a2136', muted: '#525b74' }
  const colors = { '--ink': ink, '--muted': muted, '--mark': design.accent, background: design.background }
  return (
    <div className="@container">
      <div
        style={colors as CSSProperties}
        className="relative aspect-[842/595] overflow-hidden text-center leading-[1.35] text-[var(--ink)] shadow-raised"
      >
        <div aria-hidden="true" className="absolute inset-[2.85cqw] border-[0.3cqw] border-[var(--mark)]" />
        <div aria-hidden="true" className="absolute inset-[3.7cqw] border border-[var(--ink)] opacity-35" />
        <div className="absolute inset-x-[10cqw] top-[9cqw] flex flex-col items-center">
          <p className="flex items-center gap-[1.2cqw] font-display text-[1.8cqw] leading-none font-semibold">
            <span
              aria-hidden="true"
              className="size-[1.1cqw] rounded-full bg-[var(--mark)] ring-[0.5cqw] ring-[var(--mark)]/25"
            />
            {design.issuer}
          </p>
          <p className="mt-[3.6cqw] font-display text-[4cqw] leading-tight font-semibold wrap-anywhere">
            {design.title}
          </p>
          <p className="mt-[1.6cqw] text-[1.55cqw] text-[var(--muted)]">This certifies that</p>
          <p
            dir="auto"
            className={`mt-[1.4cqw] line-clamp-2 font-display leading-tight font-semibold wrap-anywhere ${certificate.name.length > 34 ? 'text-[2.8cqw]' : 'text-[5.2cqw]'}`}
          >
            {certificate.name}
          </p>
          <span aria-hidden="true" className="mt-[1.2cqw] h-[0.25cqw] w-[14cqw] bg-[var(--mark)]" />
          <p className="mt-[1.8cqw] line-clamp-3 text-[1.55cqw] wrap-anywhere whitespace-pre-line text-[var(--muted)]">
            {design.text}
          </p>
          <p
            dir="auto"
            className={`mt-[0.6cqw] line-clamp-2 font-display leading-tight font-semibold wrap-anywhere ${certificate.course_title.length > 55 ? 'text-[2cqw]' : 'text-[3cqw]'}`}
          >
            {certificate.course_title}
          </p>
          <p className="mt-[1cqw] text-[1.55cqw] text-[var(--muted)]">{formatCompletion(certificate)}</p>
        </div>
        <Signature certificate={certificate} design={design} signature={signature} />
        <Verification url={url} />
        {stamp && (
          <span
            aria-hidden="true"
            className="absolute inset-0 grid -rotate-24 place-items-center text-[14cqw] font-bold text-[#b3261e] opacity-16"
          >
            {stamp}
          </span>
        )}
      </div>
    </div>
  )
}

function Signature({
  certificate,
  design,
  signature,
}: Pick<CertificatePaperProps, 'certificate' | 'design' | 'signature'>) {
  const picture = signature ?? (design.signature_image === '' ? null : uploadPath(design.signature_image))
  return (
    <div className="absolute bottom-[7cqw] left-[8.5cqw] w-[38cqw] text-left text-[1.2cqw] text-[var(--muted)]">
      {picture && <img src={picture} alt="" className="mb-[0.6cqw] max-h-[6.6cqw] max-w-[22cqw] object-contain" />}
      {(picture || design.signature_name !== '') && (
        <span aria-hidden="true" className="mb-[0.8cqw] block w-[22.5cqw] border-t border-[var(--ink)] opacity-50" />
      )}
      {design.signature_name !== '' && (
        <p className="truncate text-[1.3cqw] font-semibold text-[var(--ink)]">{design.signature_name}</p>
      )}
      <p>
        {design.issuer} · Issued on {formatCertificateDay(certificate.issued_date)}
      </p>
    </div>
  )
}

function Verification({ url }: { url: string }) {
  const end = url.lastIndexOf('/') + 1
  return (
    <div className="absolute right-[8.5cqw] bottom-[6.8cqw] flex items-center gap-[2cqw] text-right text-[1.07cqw] text-[var(--muted)]">
      <p>
        <span className="block text-[1.2cqw] font-semibold text-[var(--ink)]">Verify this certificate</span>
        {url.slice(0, end)}
        <br />
        {url.slice(end)}
      </p>
      <QrCode text={url} />
    </div>
  )
}

/** Dark on light, whatever the design is: cameras need it. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 0 })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      aria-hidden="true"
      viewBox={`-2 -2 ${size + 4} ${size + 4}`}
      shapeRendering="crispEdges"
      className="size-[11.4cqw] rounded-[0.5cqw] bg-white"
    >
      <path d={path} />
    </svg>
  )
}
