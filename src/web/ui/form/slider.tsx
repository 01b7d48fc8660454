// Browsers name a slider's parts differently and drop a rule with another browser's name.
const WEBKIT =
  '[&::-webkit-slider-runnable-track]:h-1.5 [&::-webkit-slider-runnable-track]:rounded-full [&::-webkit-slider-runnable-track]:bg-border-strong/60 [&::-webkit-slider-thumb]:-mt-1.75 [&::-webkit-slider-thumb]:size-5 [&::-webkit-slider-thumb]:appearance-none [&::-webkit-slider-thumb]:rounded-full [&::-webkit-slider-thumb]:bg-accent-text'
const FIREFOX =
  '[&::-moz-range-track]:h-1.5 [&::-moz-range-track]:rounded-full [&::-moz-range-track]:bg-border-strong/60 [&::-moz-range-thumb]:size-5 [&::-moz-range-thumb]:rounded-full [&::-moz-range-thumb]:border-0 [&::-moz-range-thumb]:bg-accent-text'

type SliderProps = Omit<React.InputHTMLAttributes<HTMLInputElement>, 'type' | 'className'>

export function Slider({ label, ...input }: SliderProps & { label: string }) {
  return (
    <label className="flex items-center gap-4 text-sm font-medium">
      {label}
      <input
        type="range"
        {...input}
        className={`h-6 min-w-0 flex-1 cursor-pointer appearance-none rounded-full bg-transparent ${WEBKIT} ${FIREFOX}`}
      />
    </label>
  )
}
