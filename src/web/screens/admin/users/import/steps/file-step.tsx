import { type RefObject, useRef } from 'react'
import { AnyIcon } from '#web/ui/icons/any-icon.tsx'
import { Button } from '#web/ui/button.tsx'
import { FileInput } from '#web/ui/form/file-input.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { useFileDrop } from '#web/ui/form/use-file-drop.ts'
import { FileHelp } from './file-help.tsx'

interface FileStepProps {
  fileButton: RefObject<HTMLButtonElement | null>
  pastedText: string
  onOpen: (source: File | string) => void
}

export function FileStep({ fileButton, pastedText, onOpen }: FileStepProps) {
  return (
    <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="space-y-6">
        <DropZone button={fileButton} onFile={onOpen} />
        <PasteForm initialText={pastedText} onText={onOpen} />
      </div>
      <FileHelp />
    </div>
  )
}

interface DropZoneProps {
  button: RefObject<HTMLButtonElement | null>
  onFile: (file: File) => void
}

function DropZone({ button, onFile }: DropZoneProps) {
  const input = useRef<HTMLInputElement>(null)
  const { isOver, dropProps } = useFileDrop(onFile)
  return (
    <div
      {...dropProps}
      className={`flex flex-col items-center rounded-panel border border-dashed px-5 py-10 text-center transition duration-150 sm:py-14 ${isOver ? 'border-accent bg-[var(--accent-wash)]' : 'border-border-strong bg-surface'}`}
    >
      <span className="grid size-14 place-items-center rounded-full bg-[var(--accent-wash)] text-accent-text">
        <AnyIcon name="upload" size={26} />
      </span>
      <p className="mt-4 font-display text-2xl font-semibold">Drop a CSV file here</p>
      <p className="mt-1 text-sm text-muted">
        Up to 10,000 users and 5 MB. You can review the rows before you import them.
      </p>
      <Button ref={button} className="mt-6" onClick={() => input.current?.click()}>
        Choose a file
      </Button>
      <FileInput
        ref={input}
        label="Choose a file"
        accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values"
        onFile={onFile}
      />
    </div>
  )
}

function PasteForm({ initialText, onText }: { initialText: string; onText: (text: string) => void }) {
  const area = useRef<HTMLTextAreaElement>(null)
  return (
    <form
      className="card space-y-4 p-5 sm:p-6"
      onSubmit={(event) => {
        event.preventDefault()
        const text = area.current?.value ?? ''
        if (text.trim() === '') area.current?.focus()
        else onText(text)
      }}
    >
      <Field label="Or paste rows" hint="From a spreadsheet or CSV file. The first row must contain the column names.">
        {({ className, ...wiring }) => (
          <textarea
            {...wiring}
            ref={area}
            defaultValue={initialText}
            rows={5}
            spellCheck={false}
            autoComplete="off"
            placeholder={'first_name,last_name,email\nMara,Ilves,mara@example.com'}
            className={`${className} block min-h-32 resize-y py-2.5 font-mono text-sm`}
          />
        )}
      </Field>
      <Button type="submit" variant="secondary">
        Preview import
      </Button>
    </form>
  )
}
