import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { AppError } from '#contract/errors.ts'
import { call, query } from '#web/data/api.ts'
import { paths } from '#contract/paths.ts'
import { clearDrafts } from '#web/data/drafts.ts'
import { invalidateSession, useUser } from '#web/data/session.ts'
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
      text="Your account will be permanently deleted. This cannot be undone."
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

function useDeleteAccount() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const userId = useUser()?.student_id
  const isDeleted = useRef(false)
  // Clearing the cache while the profile is still shown would make it refetch its queries without a session.
  useEffect(
    () => () => {
      if (isDeleted.current) void invalidateSession(client)
    },
    [client],
  )
  return useMutation({
    mutationFn: (input: { confirmation: string; password?: string }) => call('deleteAccount', input),
    onSuccess: async () => {
      isDeleted.current = true
      if (userId !== undefined) clearDrafts(userId)
      client.setQueryData(query('session', {}).queryKey, { msg: { loggedIn: false, userData: [] } })
      await navigate(paths.home, { replace: true })
    },
  })
}
