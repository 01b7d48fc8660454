import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'react-router'
import type { FormPost } from '#contract/page.ts'

/** In the query cache, which travels with the page from the server to the browser. */
export const FORM_POST_KEY = ['formPost'] as const

/** This page's form as it was sent before the script was there, when that failed. */
export function useFormPost(): { error: Error | null; values: FormPost['values'] } {
  const client = useQueryClient()
  const { pathname } = useLocation()
  const [outcome] = useState(() => {
    const post = client.getQueryData<FormPost>(FORM_POST_KEY)
    const isHere = post !== undefined && pathname.startsWith(post.path)
    return isHere ? { error: new Error(post.error), values: post.values } : { error: null, values: {} }
  })
  return outcome
}
