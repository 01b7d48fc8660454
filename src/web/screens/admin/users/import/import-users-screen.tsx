import { useEffect, useRef } from 'react'
import { paths } from '#contract/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { UploadProgress } from '#web/ui/form/upload-progress.tsx'
import { PanelHeader } from '#web/features/panels/panel-header.tsx'
import { ImportFlow } from './import-flow.tsx'
import { FileStep } from './steps/file-step.tsx'
import { focusOnMount } from './steps/focus-on-mount.ts'
import { INITIAL_STATE, useUserFile } from './use-user-file.ts'

export function Component() {
  const { fileState, pastedText, open, cancel, restart } = useUserFile()
  const fileButton = useRef<HTMLButtonElement>(null)
  // The button that led back to the first step has left with its step or message.
  useEffect(() => {
    if (fileState !== INITIAL_STATE) fileButton.current?.focus()
  }, [fileState])
  return (
    <>
      <PanelHeader title="Import users" description="Add many users at once from a CSV file.">
        <ButtonLink to={paths.users} variant="secondary">
          <Icon name="arrow-left" size={18} />
          All users
        </ButtonLink>
      </PanelHeader>
      {/* A live region must exist before its text does, or the text is not announced. */}
      <div aria-live="polite" className="mb-6 empty:hidden">
        {fileState.step === 'failed' && <FileError {...fileState} onDismiss={cancel} />}
      </div>
      {fileState.step === 'checking' && <CheckingStep {...fileState} onCancel={cancel} />}
      {fileState.step === 'checked' && <ImportFlow file={fileState.file} onCancel={cancel} onRestart={restart} />}
      {(fileState.step === 'choose' || fileState.step === 'failed') && (
        <FileStep fileButton={fileButton} pastedText={pastedText} onOpen={open} />
      )}
    </>
  )
}

function CheckingStep({ name, percent, onCancel }: { name: string; percent: number; onCancel: () => void }) {
  return (
    <section aria-labelledby="checking" className="card mx-auto max-w-3xl space-y-6 p-5 sm:p-8">
      <h2 id="checking" ref={focusOnMount} tabIndex={-1} className="text-2xl wrap-anywhere outline-none">
        {name}
      </h2>
      <UploadProgress percent={percent} label="Checking rows" />
      <Button variant="secondary" onClick={onCancel}>
        Cancel
      </Button>
    </section>
  )
}

function FileError({
  text,
  retry,
  onDismiss,
}: {
  text: string
  retry: (() => void) | undefined
  onDismiss: () => void
}) {
  return (
    <div className="space-y-3">
      <Banner variant="error" text={text} onDismiss={onDismiss} />
      {retry && (
        <Button size="sm" onClick={retry}>
          Try again
        </Button>
      )}
    </div>
  )
}
