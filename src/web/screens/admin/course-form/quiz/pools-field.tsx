import { useState } from 'react'
import { LIMITS } from '#contract/limits.ts'
import type { Quiz } from '#contract/schemas/learning/quiz-input.ts'
import { AnyIcon } from '#web/ui/icons/any-icon.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/form/field.tsx'
import { useFocusOnUnmount } from '#web/ui/hooks/use-focus-on-unmount.ts'
import { findFirstError } from '../values/get-form-problems.ts'
import { NumberField } from './number-field.tsx'

interface PoolsFieldProps {
  name: string
  quiz: Quiz
  error: unknown
  onChange: (changes: Partial<Quiz>) => void
}

/** Pools from which an attempt draws some of the questions. */
export function PoolsField({ name, quiz: { pools, questions }, error, onChange }: PoolsFieldProps) {
  const change = (index: number, changes: Partial<Quiz['pools'][number]>) => {
    const before = pools[index]
    if (!before) return
    const pool = { ...before, ...changes }
    onChange({
      pools: pools.with(index, pool),
      // The questions stay in the pool when it is renamed.
      questions: questions.map((one) =>
        one.pool !== '' && one.pool === before.name ? { ...one, pool: pool.name } : one,
      ),
    })
  }
  const remove = (index: number) =>
    onChange({
      pools: pools.toSpliced(index, 1),
      questions: questions.map((one) => (one.pool === pools[index]?.name ? { ...one, pool: '' } : one)),
    })
  const countIn = (poolName: string) => questions.filter(({ pool }) => pool === poolName).length
  return (
    <div
      role="group"
      aria-label="Pools"
      tabIndex={-1}
      data-field={`${name}.pools`}
      className="space-y-3 outline-offset-8"
    >
      <div>
        <h4 className="font-medium">Pools</h4>
        <p className="text-sm text-muted">Ask a random few of many questions, such as 5 of 20.</p>
      </div>
      {pools.map((pool, index) => (
        // Names change while they are typed.
        // oxlint-disable-next-line react/no-array-index-key
        <PoolRow
          key={index}
          {...{ index, pools, pool }}
          count={countIn(pool.name)}
          onChange={change}
          onRemove={remove}
        />
      ))}
      <p aria-live="polite" className="text-xs text-danger empty:hidden">
        {findFirstError(error)?.message}
      </p>
      <Button
        variant="secondary"
        size="sm"
        disabled={pools.length >= LIMITS.options}
        onClick={() => onChange({ pools: [...pools, { name: newName(pools), draw: 1 }] })}
      >
        <AnyIcon name="plus" size={17} />
        Add a pool
      </Button>
    </div>
  )
}

function newName(pools: Quiz['pools']): string {
  let number = pools.length + 1
  while (hasName(pools, `Pool ${number}`)) number += 1
  return `Pool ${number}`
}

const hasName = (pools: Quiz['pools'], name: string) => pools.some((pool) => pool.name === name)

interface PoolRowProps {
  index: number
  pools: Quiz['pools']
  pool: Quiz['pools'][number]
  /** How many questions it has. */
  count: number
  onChange: (index: number, changes: Partial<Quiz['pools'][number]>) => void
  onRemove: (index: number) => void
}

function PoolRow({ index, pools, pool, count, onChange, onRemove }: PoolRowProps) {
  const row = useFocusOnUnmount<HTMLDivElement>()
  /** Not the pool's name while it is empty or another pool's, which would mix their questions. */
  const [typedName, setTypedName] = useState<string | null>(null)
  const isTaken = (name: string) => hasName(pools.toSpliced(index, 1), name.trim())
  return (
    <div ref={row} role="group" aria-label={`Pool ${index + 1}`} className="flex items-start gap-3">
      <div className="min-w-0 flex-1">
        <TextField
          label="Name"
          maxLength={LIMITS.name}
          autoComplete="off"
          error={typedName !== null && isTaken(typedName) ? 'Another pool has this name' : undefined}
          value={typedName ?? pool.name}
          onChange={({ target: { value } }) => {
            setTypedName(value)
            if (value.trim() !== '' && !isTaken(value)) onChange(index, { name: value.trim() })
          }}
          onBlur={() => setTypedName(null)}
        />
      </div>
      <div className="w-28 shrink-0">
        <NumberField
          label={`Ask, of ${count}`}
          value={pool.draw}
          onChange={(draw) => onChange(index, { draw: draw ?? Number.NaN })}
        />
      </div>
      <Button
        variant="quiet"
        size="sm"
        className="mt-8"
        aria-label={`Remove pool ${index + 1}`}
        onClick={() => onRemove(index)}
      >
        <AnyIcon name="trash" size={17} />
      </Button>
    </div>
  )
}
