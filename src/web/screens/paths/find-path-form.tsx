import { type ChangeEvent, type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { COURSE_LEVELS } from '#contract/choices.ts'
import { paths } from '#contract/paths.ts'
import { MAX_SEARCH_LENGTH } from '#contract/text/search-length.ts'
import type { PlanRequest } from '#web/features/paths/plan-search.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField, TextField } from '#web/ui/form/field.tsx'

/** A GET form, so that it works without a script too. */
export function FindPathForm({ plan }: { plan: PlanRequest | null }) {
  const navigate = useNavigate()
  const { fields, onChange } = useFields(plan)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void navigate(`${paths.learningPaths}?${new URLSearchParams({ ...fields })}`, { preventScrollReset: true })
  }
  return (
    <form
      method="get"
      action={paths.learningPaths}
      aria-label="Find your path"
      onSubmit={submit}
      className="card mt-8 rounded-panel p-5 sm:p-6"
    >
      <h2 className="text-xl">Find your path</h2>
      <div className="mt-4 grid items-start gap-4 md:grid-cols-[minmax(0,1fr)_12rem_9rem_auto]">
        <TextField
          label="Your goal"
          name="goal"
          value={fields.goal}
          onChange={onChange}
          placeholder="Build a website"
          maxLength={MAX_SEARCH_LENGTH}
          autoComplete="off"
        />
        <SelectField label="Your level" name="level" value={fields.level} onChange={onChange}>
          <option value="">Any level</option>
          {COURSE_LEVELS.map((level) => (
            <option key={level}>{level}</option>
          ))}
        </SelectField>
        <TextField
          label="Hours a week"
          name="hours"
          type="number"
          inputMode="numeric"
          min={1}
          max={60}
          step={1}
          required
          value={fields.hours}
          onChange={onChange}
        />
        <Button type="submit" className="md:mt-7.5">
          Suggest a path
        </Button>
      </div>
    </form>
  )
}

/** Another address in the history has its own values. The form stays, so that the focus stays in it. */
function useFields(plan: PlanRequest | null) {
  const address = JSON.stringify(plan)
  const [fields, setFields] = useState(() => toFields(plan))
  const [previousAddress, setPreviousAddress] = useState(address)
  if (address !== previousAddress) {
    setPreviousAddress(address)
    setFields(toFields(plan))
  }
  const onChange = ({ target }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
    setFields((current) => ({ ...current, [target.name]: target.value }))
  return { fields, onChange }
}

const toFields = (plan: PlanRequest | null) => ({
  goal: plan?.goal ?? '',
  level: plan?.level ?? '',
  hours: String(plan?.hours_per_week ?? 5),
})
