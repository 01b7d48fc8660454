import { Fragment, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Switch } from '#web/ui/form/switch.tsx'
import { areLetterKeysOn, setLetterKeys } from './letter-keys.ts'

const SHORTCUTS = [
  { keys: ['Space', 'K'], effect: 'Play or pause' },
  { keys: ['←', '→'], effect: 'Back or forward 5 seconds' },
  { keys: ['↑', '↓'], effect: 'Volume, with the player focused' },
  { keys: ['M'], effect: 'Mute' },
  { keys: ['C'], effect: 'Captions' },
  { keys: ['F'], effect: 'Full screen' },
  { keys: ['N'], effect: 'Take a note, if you are enrolled' },
]

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const [areOn, setOn] = useState(areLetterKeysOn)
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <dl className="mt-5 grid grid-cols-[auto_1fr] items-baseline gap-x-5 gap-y-2.5 text-sm">
        {SHORTCUTS.map(({ keys, effect }) => (
          <Fragment key={effect}>
            <dt className="flex gap-1.5">
              {keys.map((key) => (
                <Key key={key} name={key} isOff={!areOn && /^[A-Z]$/.test(key)} />
              ))}
            </dt>
            <dd>{effect}</dd>
          </Fragment>
        ))}
      </dl>
      <div className="mt-6 border-t border-border pt-5">
        <Switch
          label="Single-letter shortcuts"
          hint="Turn them off if letters are pressed by mistake, for example with speech input."
          checked={areOn}
          onChange={(checked) => {
            setOn(checked)
            setLetterKeys(checked)
          }}
        />
      </div>
      <Button variant="secondary" className="mt-6 w-full" onClick={onClose} data-first-focus>
        Close
      </Button>
    </Dialog>
  )
}

function Key({ name, isOff }: { name: string; isOff: boolean }) {
  return (
    <kbd
      className={`min-w-7 rounded border border-border-strong bg-raised px-1.5 py-0.5 text-center font-sans text-xs font-medium ${isOff ? 'text-muted line-through' : ''}`}
    >
      {name}
    </kbd>
  )
}
