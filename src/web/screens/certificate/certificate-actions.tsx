import { useState } from 'react'
import { certificateJsonPath, certificatePdfPath } from '#contract/paths/record-paths.ts'
import type { CertificatePage } from '#contract/schemas/learning/certificates.ts'
import { getLinkedInUrl } from '#web/features/certificates/linkedin-url.ts'
import { AnyIcon } from '#web/ui/icons/any-icon.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { TextLink } from '#web/ui/text-link.tsx'

interface CertificateActionsProps {
  certificate: CertificatePage
  url: string
}

export function CertificateActions({ certificate, url }: CertificateActionsProps) {
  const { certificate_id, is_own, status } = certificate
  return (
    <div className="flex flex-wrap items-center gap-2.5 *:max-sm:w-full">
      <ButtonLink to={certificatePdfPath(certificate_id)} reloadDocument download>
        <AnyIcon name="download" size={18} />
        Download PDF
      </ButtonLink>
      <CopyLinkButton url={url} />
      {is_own && status === 'valid' && (
        <ButtonLink to={getLinkedInUrl(certificate, url)} target="_blank" rel="noreferrer" variant="secondary">
          Add to LinkedIn profile
        </ButtonLink>
      )}
      <p className="basis-full text-xs text-muted">
        For digital badge wallets:{' '}
        <TextLink to={certificateJsonPath(certificate_id)} reloadDocument>
          Open Badges 3.0
        </TextLink>{' '}
        (not signed, verified by this page)
      </p>
    </div>
  )
}

function CopyLinkButton({ url }: { url: string }) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle')
  // The browser may deny it, and has no clipboard where the page is not on https.
  const copy = () =>
    Promise.resolve(url)
      .then((text) => navigator.clipboard.writeText(text))
      .then(
        () => setState('copied'),
        () => setState('failed'),
      )
  return (
    <>
      <Button variant="secondary" onClick={() => void copy()}>
        <AnyIcon name={state === 'copied' ? 'check' : 'copy'} size={17} />
        Copy link
      </Button>
      <p role="status" className="text-sm text-muted empty:hidden">
        {state === 'copied' && 'The link was copied'}
        {state === 'failed' && 'Couldn’t copy the link. Copy it from the address bar'}
      </p>
    </>
  )
}
