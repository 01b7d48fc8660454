import { useState } from 'react'
import { Controller, useFormContext } from 'react-hook-form'
import { Link } from '#web/ui/link.tsx'
import { LIMITS } from '#contract/limits.ts'
import { paths } from '#contract/paths.ts'
import { CourseSelect } from '#web/features/courses/course-select.tsx'
import { useQuery } from '@tanstack/react-query'
import { query } from '#web/data/api.ts'
import { AnyIcon } from '#web/ui/icons/any-icon.tsx'
import { Button } from '#web/ui/button.tsx'
import { Switch } from '#web/ui/form/switch.tsx'
import { useFocusOnUnmount } from '#web/ui/hooks/use-focus-on-unmount.ts'
import type { CourseValues } from '../values/course-values.ts'
import { findFirstError } from '../values/get-form-problems.ts'

/** In which order students take the lessons, and what they finish first. */
export function SettingsFields({ courseId }: { courseId: number | null }) {
  const { control } = useFormContext<CourseValues>()
  return (
    <div className="grid items-start gap-5 @4xl:grid-cols-2">
      <div className="space-y-5">
        <section aria-label="Order" className="card space-y-4 p-5 sm:p-6">
          <h2 className="text-xl">Order</h2>
          <Controller
            control={control}
            name="lesson_order"
            render={({ field }) => (
              <Switch
                label="One lesson after the other"
                hint={
                  field.value === 'in_order'
                    ? 'A lesson opens once the one before is completed'
                    : 'Students choose any lesson'
                }
                checked={field.value === 'in_order'}
                onChange={(isInOrder) => field.onChange(isInOrder ? 'in_order' : 'free')}
              />
            )}
          />
        </section>
        <section aria-label="Certificate" className="card p-5 sm:p-6">
          <h2 className="text-xl">Certificate</h2>
          <p className="mt-2 flex gap-3 text-sm text-muted">
            <AnyIcon name="certificate" size={20} className="mt-0.5 text-accent-text" />
            <span>
              Students get a certificate with the last lesson.{' '}
              <Link
                to={paths.certificateDesign}
                className="font-semibold text-accent-text underline-offset-4 hover:underline"
              >
                Change its design
              </Link>
            </span>
          </p>
        </section>
      </div>
      <Prerequisites courseId={courseId} />
    </div>
  )
}

function Prerequisites({ courseId }: { courseId: number | null }) {
  const { control, formState } = useFormContext<CourseValues>()
  const { data } = useQuery({ ...query('getCourses', { page: null }), staleTime: 30_000 })
  const titles = new Map(data?.msg.map(({ course_id, title }) => [course_id, title]))
  return (
    <section tabIndex={-1} aria-label="Prerequisites" data-field="prerequisites" className="card space-y-4 p-5 sm:p-6">
      <div>
        <h2 className="text-xl">Prerequisites</h2>
        <p className="mt-1 text-sm text-muted">Courses to finish before this one.</p>
      </div>
      <Controller
        control={control}
        name="prerequisites"
        render={({ field: { value, onChange } }) => {
          const ids = value.map(({ course_id }) => course_id)
          const canAdd = (course_id: number) => course_id > 0 && course_id !== courseId && !ids.includes(course_id)
          const add = (course_id: number) =>
            onChange([...value, { course_id, title: titles.get(course_id) ?? '', blocking: true }])
          return (
            <>
              {value.length > 0 && (
                <ul className="divide-y divide-border">
                  {value.map((one, index) => (
                    <Prerequisite
                      key={one.course_id}
                      {...one}
                      onChange={(blocking) => onChange(value.with(index, { ...one, blocking }))}
                      onRemove={() => onChange(value.toSpliced(index, 1))}
                    />
                  ))}
                </ul>
              )}
              {value.length < LIMITS.prerequisites && <AddPrerequisite canAdd={canAdd} onAdd={add} />}
            </>
          )
        }}
      />
      <p aria-live="polite" className="text-xs text-danger empty:hidden">
        {findFirstError(formState.errors.prerequisites)?.message}
      </p>
    </section>
  )
}

interface AddPrerequisiteProps {
  canAdd: (courseId: number) => boolean
  onAdd: (courseId: number) => void
}

/** With a button: the arrow keys select one course after the other. */
function AddPrerequisite({ canAdd, onAdd }: AddPrerequisiteProps) {
  const [courseId, setCourseId] = useState(0)
  const controls = useFocusOnUnmount<HTMLDivElement>()
  return (
    <div ref={controls} className="flex items-end gap-2">
      <div className="min-w-0 flex-1">
        <CourseSelect courseId={courseId} onSelect={setCourseId} />
      </div>
      <Button
        variant="secondary"
        aria-label="Add prerequisite"
        aria-disabled={!canAdd(courseId)}
        onClick={() => {
          if (!canAdd(courseId)) return
          onAdd(courseId)
          setCourseId(0)
        }}
      >
        Add
      </Button>
    </div>
  )
}

interface PrerequisiteProps {
  title: string
  blocking: boolean
  onChange: (blocking: boolean) => void
  onRemove: () => void
}

function Prerequisite({ title, blocking, onChange, onRemove }: PrerequisiteProps) {
  const row = useFocusOnUnmount<HTMLLIElement>()
  return (
    <li ref={row} className="flex items-start gap-3 py-3">
      <div className="min-w-0 flex-1">
        <Switch
          label={title}
          hint={
            blocking ? 'Required: lessons stay closed until it is finished' : 'Recommended: students can start anyway'
          }
          checked={blocking}
          onChange={onChange}
        />
      </div>
      <Button variant="quiet" size="sm" aria-label={`Remove ${title}`} onClick={onRemove}>
        <AnyIcon name="trash" size={17} />
      </Button>
    </li>
  )
}
