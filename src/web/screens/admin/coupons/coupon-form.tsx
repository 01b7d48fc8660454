import { useState } from 'react'
import { Controller, FormProvider, useForm, useFormContext, useWatch } from 'react-hook-form'
import { AppError } from '#contract/errors.ts'
import { LIMITS } from '#contract/limits.ts'
import type { Coupon } from '#contract/schemas/commerce/coupons.ts'
import { RadioCards } from '#web/features/orders/radio-cards.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { CancelButton } from '#web/ui/dialog/cancel-button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { DiscardDialog } from '#web/ui/dialog/discard-dialog.tsx'
import { SelectField, TextField } from '#web/ui/form/field.tsx'
import { type CouponValues, createCouponResolver, toCouponInput, toCouponValues } from './coupon-values.ts'
import { CoursePicker } from './course-picker.tsx'
import { useSaveCoupon } from './use-coupon-mutations.ts'

interface CouponFormProps {
  /** Null for a new one. */
  coupon: Coupon | null
  currency: string
  onClose: () => void
}

/** A dialog to add a coupon, or to edit one. */
export function CouponForm({ coupon, currency, onClose }: CouponFormProps) {
  const [resolver] = useState(() => createCouponResolver(coupon))
  const form = useForm<CouponValues>({ defaultValues: toCouponValues(coupon), resolver })
  const { mutate, isPending, error } = useSaveCoupon(coupon, onClose)
  const [isDiscardOpen, setDiscardOpen] = useState(false)
  const { isDirty } = form.formState
  const isTaken = error instanceof AppError && error.code === 'coupon_code_taken'
  const save = form.handleSubmit((values) =>
    mutate(toCouponInput(values, coupon), {
      onError: (failure) => {
        if (failure instanceof AppError && failure.code === 'coupon_code_taken')
          form.setError('code', { message: failure.message }, { shouldFocus: true })
      },
    }),
  )
  const close = () => (isDirty ? setDiscardOpen(true) : onClose())
  return (
    <Dialog title={coupon ? `Edit ${coupon.code}` : 'Add coupon'} isPending={isPending} onClose={close}>
      <FormProvider {...form}>
        <form
          noValidate
          method="dialog"
          onSubmit={(event) => (isPending ? event.preventDefault() : void save(event))}
          className="mt-5 space-y-5"
        >
          <CouponFields currency={currency} />
          <CourseScope coupon={coupon} />
          <ValidityFields />
          <div aria-live="polite">{error && !isTaken && <Banner variant="error" text={error.message} />}</div>
          <div className="grid gap-3 sm:grid-cols-2">
            <Button type="submit" aria-disabled={isPending}>
              {isPending ? 'Saving…' : coupon ? 'Save' : 'Add coupon'}
            </Button>
            <CancelButton isPending={isPending} onCancel={close} />
          </div>
        </form>
      </FormProvider>
      {isDiscardOpen && <DiscardDialog onCancel={() => setDiscardOpen(false)} onDiscard={onClose} />}
    </Dialog>
  )
}

function CouponFields({ currency }: { currency: string }) {
  const { register, formState } = useFormContext<CouponValues>()
  const { errors } = formState
  const kind = useWatch<CouponValues, 'kind'>({ name: 'kind' })
  return (
    <>
      <TextField
        label="Code"
        required
        data-first-focus
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={LIMITS.couponCode}
        hint="Letters, digits, - and _. Students can type it in lower case."
        error={errors.code?.message}
        {...register('code')}
      />
      <div className="grid grid-cols-2 items-start gap-4">
        <SelectField label="Takes off" error={errors.kind?.message} {...register('kind')}>
          <option value="percent">Percent</option>
          <option value="amount">Amount</option>
        </SelectField>
        <TextField
          label={kind === 'percent' ? 'Percent' : `Amount (${currency})`}
          required
          inputMode="decimal"
          autoComplete="off"
          error={errors.value && toValueError(errors.value.message)}
          {...register('value')}
        />
      </div>
    </>
  )
}

/** The schema's message is about a number, and here nothing may be typed yet. */
const toValueError = (message: string | undefined) =>
  message === 'A value must be a number' ? 'Enter a number, such as 25' : message

function CourseScope({ coupon }: { coupon: Coupon | null }) {
  const { control, formState } = useFormContext<CouponValues>()
  const scope = useWatch<CouponValues, 'scope'>({ name: 'scope' })
  return (
    <>
      <Controller
        control={control}
        name="scope"
        render={({ field }) => (
          <RadioCards
            legend="Courses"
            options={[
              { value: 'all', label: 'All courses' },
              { value: 'some', label: 'Only some courses' },
            ]}
            value={field.value}
            onChange={field.onChange}
          />
        )}
      />
      {scope === 'some' && (
        <Controller
          control={control}
          name="course_ids"
          render={({ field }) => (
            <CoursePicker
              coupon={coupon}
              courseIds={field.value}
              onChange={field.onChange}
              error={formState.errors.course_ids?.message}
            />
          )}
        />
      )}
    </>
  )
}

/** So that the caret leaves the year after four digits. */
const LATEST_TIME = '9999-12-31T23:59'

function ValidityFields() {
  const { register, formState } = useFormContext<CouponValues>()
  const { errors } = formState
  return (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          label="Starts"
          type="datetime-local"
          max={LATEST_TIME}
          hint="Empty: at once"
          error={errors.starts?.message}
          {...register('starts')}
        />
        <TextField
          label="Ends"
          type="datetime-local"
          max={LATEST_TIME}
          hint="Empty: never"
          error={errors.ends?.message}
          {...register('ends')}
        />
      </div>
      <div className="grid grid-cols-2 items-start gap-4">
        <TextField
          label="Uses in all"
          inputMode="numeric"
          autoComplete="off"
          hint="Empty: no limit"
          error={errors.max_uses?.message}
          {...register('max_uses')}
        />
        <TextField
          label="Uses per student"
          inputMode="numeric"
          autoComplete="off"
          hint="Empty: no limit"
          error={errors.max_per_student?.message}
          {...register('max_per_student')}
        />
      </div>
    </>
  )
}
