import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { BlogForm } from '#contract/schemas/blog-form.ts'
import { call, query } from '#web/data/api.ts'
import { useSignedInUser } from '#web/data/session.ts'
import { useKeptDraft } from '#web/features/versioned-form/use-kept-draft.ts'
import { renewBlogs } from '#web/data/renew-blogs.ts'
import { type BlogValues, isSame, NEW_BLOG, valuesOf } from './blog-values.ts'

/** What is written, what is saved, and what was kept of what was not. @param loaded null for a new post */
export function useBlogEditor(loaded: BlogForm | null) {
  const client = useQueryClient()
  const { student_id, role, email } = useSignedInUser()
  const [values, setValues] = useState(loaded ? valuesOf(loaded) : NEW_BLOG)
  const latest = useRef(values)
  const saved = useRef(values)
  /** The save that the form was filled from; it moves on with each of ours. */
  const base = useRef(loaded)
  const draft = useKeptDraft<BlogValues>(loaded ? `blog:${loaded.blog.blog_id}` : 'blog')
  const { keep, forget, isUnsaved } = draft

  const show = useCallback((next: BlogValues) => {
    latest.current = next
    setValues(next)
  }, [])
  const change = useCallback(
    (changed: Partial<BlogValues>) => {
      show({ ...latest.current, ...changed })
      if (isSame(latest.current, saved.current)) forget()
      else keep(latest.current, base.current?.version ?? null)
    },
    [show, keep, forget],
  )
  /** The editor writes HTML in its own way: what it makes of the saved content is no change. */
  const settle = useCallback(
    (content: string) => {
      saved.current = { ...saved.current, content }
      show({ ...latest.current, content })
    },
    [show],
  )
  const take = useCallback(
    (theirs: BlogForm) => {
      base.current = theirs
      saved.current = valuesOf(theirs)
      show(saved.current)
      forget()
    },
    [show, forget],
  )
  useEffect(() => {
    // Saved elsewhere while nothing is written here: the form follows.
    if (loaded && loaded.version > (base.current?.version ?? 0) && !isUnsaved()) take(loaded)
  }, [loaded, isUnsaved, take])

  const save = useMutation({
    mutationFn: async () => {
      const sent = latest.current
      const who = { admin_id: student_id, role, email }
      const on = base.current
      const { msg } = await (on
        ? call('updateBlog', {
            ...sent,
            ...who,
            blog_id: on.blog.blog_id,
            version: on.version,
            image_url: on.blog.image_url,
            created_date: on.blog.created_date,
          })
        : call('addBlog', { ...sent, ...who }))
      if (on) base.current = { ...on, version: on.version + 1 }
      saved.current = sent
      // What was written while it was being saved is not.
      if (isSame(latest.current, sent)) forget()
      return msg
    },
    onSuccess: () => void renewBlogs(client),
  })
  const newest = useMutation({
    mutationFn: (blogId: number) =>
      client.fetchQuery({ ...query('getBlogForm', { blog_id: blogId }), staleTime: 0 }).then(({ msg }) => msg),
  })

  return {
    values,
    change,
    settle,
    isUnsaved,
    save: () => save.mutateAsync(),
    saveState: save,
    /** Whether what is written is what is saved. */
    isSaved: () => isSame(latest.current, saved.current),
    /** Its picture has changed. */
    renew: () => renewBlogs(client),
    /** After somebody else has saved. */
    loadTheirs: async () => {
      if (!base.current) return
      take(await newest.mutateAsync(base.current.blog.blog_id))
      save.reset()
    },
    saveMine: async () => {
      if (base.current) base.current = await newest.mutateAsync(base.current.blog.blog_id)
      return save.mutateAsync()
    },
    askError: newest.error,
    isAsking: newest.isPending,
    offered: draft.offered,
    restore: () => {
      if (!draft.offered) return
      const { values: kept, version } = draft.offered
      // Written over an older save: then saving it is the same clash as if the page had stayed open.
      if (base.current && version !== null) base.current = { ...base.current, version }
      draft.restored()
      change({ ...NEW_BLOG, ...kept })
    },
    discardOffered: draft.discardOffered,
    /** What is written is given up. */
    giveUp: forget,
  }
}
