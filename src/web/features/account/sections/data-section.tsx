import { useMutation } from '@tanstack/react-query'
import { call } from '#web/data/api.ts'
import { AnyIcon } from '#web/ui/icons/any-icon.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { downloadFile } from '#web/ui/download-file.ts'
import { Section } from './section.tsx'

const FILE_NAME = 'learn-lantern-data.json'

export function DataSection() {
  const { mutate, isPending, isSuccess, error, reset } = useMutation({
    mutationFn: () => call('getOwnData', {}),
    onSuccess: ({ msg }) => downloadFile(FILE_NAME, 'application/json', JSON.stringify(msg, null, 2)),
  })
  return (
    <Section title="Your data" lead="Download your profile, courses, reviews and activity.">
      <div aria-live="polite" className="not-empty:mb-4">
        {error && <Banner variant="error" text={error.message} onDismiss={reset} />}
        {isSuccess && <Banner variant="success" text={`Saved as ${FILE_NAME}`} onDismiss={reset} />}
      </div>
      <Button
        variant="secondary"
        aria-disabled={isPending}
        onClick={() => !isPending && mutate()}
        className="max-sm:w-full"
      >
        <AnyIcon name="download" size={18} />
        {isPending ? 'Preparing…' : 'Download my data'}
      </Button>
    </Section>
  )
}
