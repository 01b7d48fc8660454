import { type FormEvent, use, useCallback } from 'react'
import { Controller, FormProvider, type Resolver, useForm, useFormContext, useWatch } from 'react-hook-form'
import { LIMITS } from '#contract/limits.ts'
import { certificatePath } from '#contract/paths/record-paths.ts'
import { type CertificateDesign, updateCertificateDesign } from '#contract/schemas/learning/certificates.ts'
import { call } from '#web/data/api.ts'
import { useCallMutation } from '#web/data/use-call-mutation.ts'
import { CertificatePaper } from '#web/features/certificates/certificate-paper.tsx'
import { usePictureUploads } from '#web/features/post-editor/use-picture-uploads.ts'
import { UnsavedChangesDialog } from '#web/features/versioned-form/unsaved-changes-dialog.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/form/field.tsx'
import { schemaResolver } from '#web/ui/form/schema-resolver.ts'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'
import { SiteUrlContext } from '#web/ui/head.tsx'
import { useShowToast } from '#web/ui/toasts.tsx'
import { ColorField } from './color-field.tsx'
import { SignatureField } from './signature-field.tsx'

// The schema has defaults, so its input has optional fields; the form has them all.
const resolver = schemaResolver(updateCertificateDesign.input) as unknown as Resolver<CertificateDesign>

/** With a preview that follows what is typed. */
export function DesignForm({ design }: { design: CertificateDesign }) {
  const form = useForm<CertificateDesign>({ defaultValues: design, resolver, mode: 'onChange' })
  const showToast = useShowToast()
  const { mutate, isPending, error } = useCallMutation('updateCertificateDesign', {
    mutationFn: (input: CertificateDesign) => call('updateCertificateDesign', input),
    onSuccess: ({ msg }) => showToast({ variant: 'success', text: msg }),
  })
  const save = form.handleSubmit((values) => {
    const sent = { ...form.getValues() }
    mutate(values, {
      onSuccess: () => {
        const shown = { ...form.getValues() }
        form.reset(values)
        // What was typed during the save stays in the form, unsaved.
        for (const name of Object.keys(sent) as (keyof CertificateDesign)[])
          if (shown[name] !== sent[name]) form.setValue(name, shown[name], { shouldDirty: true })
      },
    })
  })
  const { isDirty } = form.formState
  const uploads = usePictureUploads()
  const { isBusy } = uploads
  const isUnsaved = useCallback(() => isDirty || isBusy(), [isDirty, isBusy])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!uploads.refuseSave() && !isPending) void save(event)
  }
  return (
    <FormProvider {...form}>
      <form
        noValidate
        onSubmit={submit}
        className="grid grid-cols-[minmax(0,1fr)] gap-7 xl:grid-cols-[24rem_minmax(0,1fr)]"
      >
        <div className="card space-y-5 p-5 max-xl:order-last">
          <DesignFields onUpload={uploads.track} />
          <div aria-live="polite">
            {error && <Banner variant="error" text={error.message} />}
            {uploads.isSaveRefused && (
              <p className="text-sm text-muted">A picture is still uploading. Wait for it to finish.</p>
            )}
          </div>
          <Button type="submit" aria-disabled={isPending} className="w-full">
            {isPending ? 'Saving…' : 'Save design'}
          </Button>
        </div>
        <Preview />
      </form>
      <UnsavedChangesDialog isUnsaved={isUnsaved} onDiscard={() => {}} />
    </FormProvider>
  )
}

const COLORS = [
  { name: 'background', label: 'Background' },
  { name: 'accent', label: 'Accent' },
] as const

function DesignFields({ onUpload }: { onUpload: (upload: Promise<unknown>) => void }) {
  const { register, control, formState } = useFormContext<CertificateDesign>()
  const { errors } = formState
  return (
    <>
      <TextField label="Title" required maxLength={60} error={errors.title?.message} {...register('title')} />
      <Controller
        control={control}
        name="text"
        render={({ field }) => (
          <TextAreaField
            label="Text above the course’s title"
            maxLength={200}
            value={field.value}
            onChange={field.onChange}
            error={errors.text?.message}
          />
        )}
      />
      <TextField
        label="Issuer"
        required
        maxLength={LIMITS.name}
        hint="The school or company that issues it"
        error={errors.issuer?.message}
        {...register('issuer')}
      />
      <TextField
        label="Who signs"
        maxLength={LIMITS.name}
        hint="Name and role, or empty"
        error={errors.signature_name?.message}
        {...register('signature_name')}
      />
      <Controller
        control={control}
        name="signature_image"
        render={({ field }) => <SignatureField name={field.value} onChange={field.onChange} onUpload={onUpload} />}
      />
      <div className="grid grid-cols-2 items-start gap-4">
        {COLORS.map(({ name, label }) => (
          <Controller
            key={name}
            control={control}
            name={name}
            render={({ field }) => (
              <ColorField label={label} value={field.value} onChange={field.onChange} error={errors[name]?.message} />
            )}
          />
        ))}
      </div>
    </>
  )
}

const SAMPLE_ID = '3f0c8a52-6b1e-4a57-9d5c-0a7a4c1d9e11'
const SAMPLE = {
  certificate_id: SAMPLE_ID,
  name: 'Mara Ilves',
  course_title: 'Database management',
  issued_date: '2026-11-22T00:00:00.000Z',
  finished_date: '2026-11-22T00:00:00.000Z',
  duration: 8_100,
}

function Preview() {
  const design = useWatch<CertificateDesign>() as CertificateDesign
  const url = use(SiteUrlContext) + certificatePath(SAMPLE_ID)
  return (
    <section aria-label="Preview" className="xl:sticky xl:top-4 xl:self-start">
      <CertificatePaper certificate={SAMPLE} design={design} url={url} />
      <p className="mt-3 text-xs text-muted">Preview with a sample name. The PDF looks the same.</p>
    </section>
  )
}
