import { TextField } from '#web/ui/form/field.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import type { TextPicture } from './create-quill.ts'

interface PictureDescriptionsProps {
  /** In the order of the text. */
  pictures: readonly TextPicture[]
  onDescribe: (place: number, description: string) => void
}

export function PictureDescriptions({ pictures, onDescribe }: PictureDescriptionsProps) {
  if (pictures.length === 0) return null
  const describedCount = pictures.filter(({ description }) => description.trim() !== '').length
  return (
    <details className="group relative mt-2 shrink-0 rounded-control border border-border text-sm">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 rounded-control px-3 font-medium [&::-webkit-details-marker]:hidden">
        Describe the pictures
        <span className="ml-auto font-normal whitespace-nowrap text-muted">
          {describedCount} of {pictures.length}
        </span>
        <Icon
          name="chevron-down"
          size={18}
          className="rotate-180 text-muted transition-transform group-open:rotate-0"
        />
      </summary>
      {/* Over the text: forms of a fixed height have no room for it below. */}
      <div className="absolute inset-x-0 bottom-full z-10 mb-1 max-h-72 space-y-3 overflow-y-auto rounded-control border border-border-strong bg-surface p-3 shadow-raised">
        <p className="text-muted">
          Screen readers read the description out instead of the picture. Leave it empty for decoration.
        </p>
        {pictures.map(({ source, description }, place) => (
          // Pictures have no id, and the same one can come twice.
          <div key={place} className="flex items-end gap-3">
            <img src={source} alt="" className="size-11 shrink-0 rounded-control border border-border object-cover" />
            <div className="min-w-0 flex-1">
              <TextField
                label={`Picture ${place + 1}`}
                autoComplete="off"
                value={description}
                onChange={({ target }) => onDescribe(place, target.value)}
              />
            </div>
          </div>
        ))}
      </div>
    </details>
  )
}
