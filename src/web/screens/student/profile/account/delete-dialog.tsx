import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { AppError } from '#contract/errors.ts'
import { call, query } from '#web/data/api.ts'
import { paths } from '#contract/paths.ts'
import { useInvalidateSession, useUser } from '#web/data/session.ts'
import { PasswordField, TextField } from '#web/ui/form/field.tsx'
import { WarningDialog } from '#web/ui/dialog/warning-dialog.tsx'
import { RecentLoginNotice } from '#web/features/auth/recent-login-notice.tsx'

export function DeleteDialog({ hasPassword, onClose }: { hasPassword: boolean; onClose: () => void }) {
  const email = useUser()?.email ?? ''
  const [typedEmail, setTypedEmail] = useState('')
  const [password, setPassword] = useState('')
  const { mutate, isPending, error } = useDeleteAccount()
  const isWrongPassword = error instanceof AppError && error.code === 'wrong_password'
  return (
    <WarningDialog
      text="Your account and all its data will be permanently deleted and cannot be undone."
      canConfirm={typedEmail.trim().toLowerCase() === email && (!hasPassword || password !== '')}
      isPending={isPending}
      error={isWrongPassword ? null : error}
      action={<RecentLoginNotice error={error} />}
      onConfirm={() => mutate({ confirmation: typedEmail, ...(hasPassword && { password }) })}
      onCancel={onClose}
    >
      <TextField
        label="Your email"
        type="email"
        autoComplete="off"
        required
        hint={`Type ${email} to confirm.`}
        value={typedEmail}
        onChange={(event) => setTypedEmail(event.target.value)}
      />
      {hasPassword && (
        <PasswordField
          label="Your password"
          autoComplete="current-password"
          required
          error={isWrongPassword ? error.message : undefined}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      )}
    </WarningDialog>
  )
}

/** The session ends with the account, so the cache drops it before going home: a request with it would be a 401. */
function useDeleteAccount() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const invalidateSession = useInvalidateSession()
  return useMutation({
    mutationFn: (input: { confirmation: string; password?: string }) => call('deleteAccount', input),
    onSuccess: async () => {
      client.setQueryData(query('session', {}).queryKey, { msg: { loggedIn: false, userData: [] } })
      await navigate(paths.home, { replace: true })
      await invalidateSession()
    },
  })
}
