import 'react-easy-crop/react-easy-crop.css'
import { useRef, useState } from 'react'
import Cropper from 'react-easy-crop'
import { ERRORS } from '#contract/errors.ts'
import { Button } from '#web/ui/button.tsx'
import { type Picture, readAsDataUrl } from '#web/ui/form/picture-file.ts'
import { Slider } from '#web/ui/form/slider.tsx'
import { type CropRect, cropPicture } from './picture.ts'

const MAX_ZOOM = 4

interface CropAreaProps {
  /** The chosen picture as a data: URL. */
  dataUrl: string
  onCrop: (picture: Picture) => void
  onError: (message: string) => void
  onCancel: () => void
}

export function CropArea({ dataUrl, onCrop, onError, onCancel }: CropAreaProps) {
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [area, setArea] = useState<CropRect | null>(null)
  const image = useRef<HTMLImageElement>(null)
  const reportUnreadable = () => onError(ERRORS.bad_picture[1])

  const applyCrop = async () => {
    if (!image.current || !area) return
    const blob = await cropPicture(image.current, area)
    onCrop({ blob, dataUrl: await readAsDataUrl(blob) })
  }

  return (
    <>
      <p className="mt-2 text-sm text-muted">Drag to reposition, or use the arrow keys.</p>
      <div className="relative mt-5 aspect-square overflow-hidden rounded-card bg-black">
        <Cropper
          image={dataUrl}
          aspect={1}
          crop={crop}
          zoom={zoom}
          maxZoom={MAX_ZOOM}
          keyboardStep={8}
          objectFit="cover"
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_, pixels) => setArea(pixels)}
          setImageRef={(ref) => {
            image.current = ref.current
          }}
          mediaProps={{ onError: reportUnreadable }}
          cropperProps={{ role: 'group', 'aria-label': 'Crop area, moved with the arrow keys' }}
          // The content security policy forbids style elements, so its CSS file is imported above.
          disableAutomaticStylesInjection
        />
      </div>
      <div className="mt-5">
        <Slider
          label="Zoom"
          min={1}
          max={MAX_ZOOM}
          step={0.05}
          value={zoom}
          aria-valuetext={`${Math.round(zoom * 100)}%`}
          onChange={(event) => setZoom(event.target.valueAsNumber)}
        />
      </div>
      <div className="mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <Button disabled={area === null} onClick={() => void applyCrop().catch(reportUnreadable)}>
          Use picture
        </Button>
      </div>
    </>
  )
}
