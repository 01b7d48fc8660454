import { paths } from '#contract/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { UploadProgress } from '#web/ui/form/upload-progress.tsx'
import { PanelHead } from '#web/features/panels/panel-head.tsx'
import { CheckedStep } from './checked-step.tsx'
import { FileStep } from './file-step.tsx'
import { takeFocus } from './take-focus.ts'
import { usePeopleFile } from './use-people-file.ts'

export function Component() {
  const { reading, open, cancel } = usePeopleFile()
  return (
    <>
      <PanelHead title="Import users" words="Many at once, from a CSV file.">
        <ButtonLink to={paths.users} look="secondary">
          <Icon name="arrow-left" size={18} />
          All users
        </ButtonLink>
      </PanelHead>
      {reading.step === 'checking' && <Checking {...reading} onCancel={cancel} />}
      {reading.step === 'checked' && <CheckedStep file={reading.file} onAgain={cancel} />}
      {(reading.step === 'choose' || reading.step === 'failed') && (
        <FileStep onOpen={open}>{reading.step === 'failed' && <Failed {...reading} onDismiss={cancel} />}</FileStep>
      )}
    </>
  )
}

function Checking({ name, percent, onCancel }: { name: string; percent: number; onCancel: () => void }) {
  return (
    <section aria-labelledby="checking" className="card mx-auto max-w-3xl space-y-6 p-5 sm:p-8">
      <h2 id="checking" ref={takeFocus} tabIndex={-1} className="text-2xl wrap-anywhere outline-none">
        {name}
      </h2>
      <UploadProgress percent={percent} label="Checking each line" />
      <Button look="secondary" onClick={onCancel}>
        Cancel
      </Button>
    </section>
  )
}

function Failed({ text, again, onDismiss }: { text: string; again: (() => void) | undefined; onDismiss: () => void }) {
  return (
    <div className="space-y-3">
      <Banner look="error" text={text} onDismiss={onDismiss} />
      {again && (
        <Button size="sm" onClick={again}>
          Try again
        </Button>
      )}
    </div>
  )
}
