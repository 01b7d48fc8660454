import { useMutation } from '@tanstack/react-query'
import { useForm, type UseFormReturn } from 'react-hook-form'
import type { CallInput } from '#contract/contract.ts'
import type { FormPost } from '#contract/page.ts'
import { AppError } from '#contract/errors.ts'
import { GENDERS } from '#contract/choices.ts'
import { LIMITS } from '#contract/limits.ts'
import { signup } from '#contract/schemas/accounts/session.ts'
import { call } from '#web/data/api.ts'
import { schemaResolver } from '#web/ui/form/schema-resolver.ts'
import { Head } from '#web/ui/head.tsx'
import { paths, withNext } from '#contract/paths.ts'
import { SelectField, TextField } from '#web/ui/form/field.tsx'
import { OutcomeBanner } from '#web/ui/form/outcome-banner.tsx'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { AuthCard } from '#web/features/auth/auth-card.tsx'
import { GoogleSignIn } from '#web/features/auth/google-sign-in.tsx'
import { NewPasswordField } from '#web/features/auth/new-password-field.tsx'
import { useFormPost } from '#web/features/auth/use-form-post.ts'
import { useNextPath } from '#web/features/auth/use-next-path.ts'
import { useRedirectAfter } from '#web/features/auth/use-redirect-after.ts'

export function Component() {
  const loginPath = withNext(paths.login, useNextPath())
  const posted = useFormPost()
  const form = useForm<CallInput<'signup'>>({
    resolver: schemaResolver(signup.input),
    defaultValues: { gender: posted.values.gender === 'Female' ? 'Female' : 'Male' },
  })
  const { mutate, isIdle, isPending, isSuccess, data, error } = useMutation({
    mutationFn: (input: CallInput<'signup'>) => call('signup', { ...input, status_user: false }),
    onError: (failure) => {
      if (failure instanceof AppError && failure.code === 'email_taken') {
        form.setError('email', { message: failure.message }, { shouldFocus: true })
      }
    },
  })
  // The login screen shows the message.
  useRedirectAfter(isSuccess, loginPath, { notice: data?.msg })

  return (
    <AuthCard
      title="Create your account"
      lead="Courses you join stay yours."
      footer={
        <>
          Have an account? <TextLink to={loginPath}>Log in</TextLink>
        </>
      }
    >
      <Head title="Sign up" description="Create a Learn Lantern account in a minute." />
      <form noValidate method="post" onSubmit={form.handleSubmit((input) => mutate(input))}>
        <GoogleSignIn />
        <div className="space-y-5">
          <SignupFields register={form.register} errors={form.formState.errors} values={posted.values} />
          {/* The form is longer than a phone screen, so the outcome shows next to the button. */}
          <div>
            <OutcomeBanner success={data?.msg} error={isIdle ? posted.error : error} />
            <SubmitButton isPending={isPending || isSuccess} label="Sign up" worksWithoutScript />
          </div>
        </div>
      </form>
    </AuthCard>
  )
}

type SignupForm = UseFormReturn<CallInput<'signup'>>

interface SignupFieldsProps extends Pick<SignupForm, 'register'>, Pick<SignupForm['formState'], 'errors'> {
  /** What was typed before. */
  values: FormPost['values']
}

function SignupFields({ register, errors, values }: SignupFieldsProps) {
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="First name"
          required
          maxLength={LIMITS.name}
          autoComplete="given-name"
          error={errors.first_name?.message}
          defaultValue={values.first_name}
          {...register('first_name')}
        />
        <TextField
          label="Last name"
          required
          maxLength={LIMITS.name}
          autoComplete="family-name"
          error={errors.last_name?.message}
          defaultValue={values.last_name}
          {...register('last_name')}
        />
      </div>
      <TextField
        label="Email"
        type="email"
        required
        maxLength={LIMITS.email}
        autoComplete="email"
        error={errors.email?.message}
        defaultValue={values.email}
        {...register('email')}
      />
      <NewPasswordField label="Password" error={errors.password?.message} {...register('password')} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="Date of birth"
          type="date"
          required
          min="1900-01-01"
          autoComplete="bday"
          error={errors.birthdate?.message}
          defaultValue={values.birthdate}
          {...register('birthdate')}
        />
        <SelectField
          label="Gender"
          autoComplete="sex"
          error={errors.gender?.message}
          defaultValue={values.gender}
          {...register('gender')}
        >
          {GENDERS.map((gender) => (
            <option key={gender}>{gender}</option>
          ))}
        </SelectField>
      </div>
    </>
  )
}
