import { paths } from '#contract/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { UploadProgress } from '#web/ui/form/upload-progress.tsx'
import { PanelHeader } from '#web/features/panels/panel-header.tsx'
import { ImportFlow } from './import-flow.tsx'
import { FileStep } from './steps/file-step.tsx'
import { focusOnMount } from './steps/focus-on-mount.ts'
import { useUserFile } from './use-user-file.ts'

export function Component() {
  const { fileState, open, cancel } = useUserFile()
  return (
    <>
      <PanelHeader title="Import users" description="Add many users at once from a CSV file.">
        <ButtonLink to={paths.users} variant="secondary">
          <Icon name="arrow-left" size={18} />
          All users
        </ButtonLink>
      </PanelHeader>
      {fileState.step === 'checking' && <CheckingStep {...fileState} onCancel={cancel} />}
      {fileState.step === 'checked' && <ImportFlow file={fileState.file} onRestart={cancel} />}
      {(fileState.step === 'choose' || fileState.step === 'failed') && (
        <FileStep onOpen={open}>
          {fileState.step === 'failed' && <FileError {...fileState} onDismiss={cancel} />}
        </FileStep>
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
