import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { AppError } from '#contract/errors.ts'
import type { FormPost } from '#contract/page.ts'

/** In the query cache, which travels with the page from the server to the browser. */
export const FORM_POST_KEY = ['formPost'] as const

/** This page's form as it was sent before the script was there, when that failed. Forgotten once the form is left. */
export function useFormPost(): { error: AppError | null; values: FormPost['values'] } {
  const client = useQueryClient()
  const { pathname } = useLocation()
  const [outcome] = useState(() => {
    const post = client.getQueryData<FormPost>(FORM_POST_KEY)
    const isHere = post !== undefined && pathname.replace(/\/+$/, '') === post.path
    return isHere
      ? { error: new AppError(post.code, { text: post.text }), values: post.values }
      : { error: null, values: {} }
  })
  useEffect(() => () => client.removeQueries({ queryKey: FORM_POST_KEY }), [client])
  return outcome
}
