import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { BlogForm } from '#contract/schemas/blog-form.ts'
import { call, query } from '#web/data/api.ts'
import { useSignedInUser } from '#web/data/session.ts'
import { useStoredDraft } from '#web/features/versioned-form/use-stored-draft.ts'
import { invalidateAfter } from '#web/data/invalidate.ts'
import { type BlogValues, areValuesEqual, NEW_BLOG, toBlogValues } from './blog-values.ts'

/** What is written, what is saved, and what was kept of what was not. @param loaded null for a new post */
export function useBlogEditor(loaded: BlogForm | null) {
  const client = useQueryClient()
  const { student_id, role, email } = useSignedInUser()
  const [values, setValues] = useState(loaded ? toBlogValues(loaded) : NEW_BLOG)
  const latest = useRef(values)
  const saved = useRef(values)
  /** The save that the form was filled from; it moves on with each of ours. */
  const base = useRef(loaded)
  const draft = useStoredDraft<BlogValues>(loaded ? `blog:${loaded.blog.blog_id}` : 'blog')
  const { keep: saveDraft, forget: discardDraft, isUnsaved } = draft

  const setCurrentValues = useCallback((next: BlogValues) => {
    latest.current = next
    setValues(next)
  }, [])
  const change = useCallback(
    (changes: Partial<BlogValues>) => {
      setCurrentValues({ ...latest.current, ...changes })
      if (areValuesEqual(latest.current, saved.current)) discardDraft()
      else saveDraft(latest.current, base.current?.version ?? null)
    },
    [setCurrentValues, saveDraft, discardDraft],
  )
  /** The editor writes HTML in its own way: what it makes of the saved content is no change. */
  const setNormalizedContent = useCallback(
    (content: string) => {
      saved.current = { ...saved.current, content }
      setCurrentValues({ ...latest.current, content })
    },
    [setCurrentValues],
  )
  const loadVersion = useCallback(
    (latestVersion: BlogForm) => {
      base.current = latestVersion
      saved.current = toBlogValues(latestVersion)
      setCurrentValues(saved.current)
      discardDraft()
    },
    [setCurrentValues, discardDraft],
  )
  useEffect(() => {
    // Saved elsewhere while nothing is written here: the form follows.
    if (loaded && loaded.version > (base.current?.version ?? 0) && !isUnsaved()) loadVersion(loaded)
  }, [loaded, isUnsaved, loadVersion])

  const save = useMutation({
    mutationFn: async () => {
      const sent = latest.current
      const adminFields = { admin_id: student_id, role, email }
      const baseVersion = base.current
      const { msg } = await (baseVersion
        ? call('updateBlog', {
            ...sent,
            ...adminFields,
            blog_id: baseVersion.blog.blog_id,
            version: baseVersion.version,
            image_url: baseVersion.blog.image_url,
            created_date: baseVersion.blog.created_date,
          })
        : call('addBlog', { ...sent, ...adminFields }))
      if (baseVersion) base.current = { ...baseVersion, version: baseVersion.version + 1 }
      saved.current = sent
      // What was written while it was being saved is not.
      if (areValuesEqual(latest.current, sent)) discardDraft()
      return msg
    },
    onSuccess: () => void invalidateAfter(client, base.current ? 'updateBlog' : 'addBlog'),
  })
  const latestQuery = useMutation({
    mutationFn: (blogId: number) =>
      client.fetchQuery({ ...query('getBlogForm', { blog_id: blogId }), staleTime: 0 }).then(({ msg }) => msg),
  })

  return {
    values,
    change,
    settle: setNormalizedContent,
    isUnsaved,
    save: () => save.mutateAsync(),
    saveMutation: save,
    /** Whether what is written is what is saved. */
    isSaved: () => areValuesEqual(latest.current, saved.current),
    /** Its picture has changed. */
    invalidate: () => invalidateAfter(client, 'handleUploads'),
    /** After somebody else has saved. */
    loadLatest: async () => {
      if (!base.current) return
      loadVersion(await latestQuery.mutateAsync(base.current.blog.blog_id))
      save.reset()
    },
    overwrite: async () => {
      if (base.current) base.current = await latestQuery.mutateAsync(base.current.blog.blog_id)
      return save.mutateAsync()
    },
    loadError: latestQuery.error,
    isLoadingLatest: latestQuery.isPending,
    storedDraft: draft.offered,
    restore: () => {
      if (!draft.offered) return
      const { values: draftValues, version } = draft.offered
      // Written over an older save: then saving it is the same clash as if the page had stayed open.
      if (base.current && version !== null) base.current = { ...base.current, version }
      draft.markRestored()
      change({ ...NEW_BLOG, ...draftValues })
    },
    discardStoredDraft: draft.discardStoredDraft,
    /** What is written is given up. */
    discardDraft: discardDraft,
  }
}
