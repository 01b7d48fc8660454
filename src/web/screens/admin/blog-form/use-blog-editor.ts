import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useForm } from 'react-hook-form'
import type { CallOutput } from '#contract/contract.ts'
import type { BlogForm } from '#contract/schemas/blog-form.ts'
import { call, query } from '#web/data/api.ts'
import { useSignedInUser } from '#web/data/session.ts'
import { useVersionedForm } from '#web/features/versioned-form/use-versioned-form.ts'
import { type BlogValues, NEW_BLOG, toBlogRecord } from './blog-values.ts'

/** The blog form's state and what its save does. @param loaded null for a new post */
export function useBlogEditor(loaded: BlogForm | null, onSaved: (result: CallOutput<'addBlog'>) => void) {
  const client = useQueryClient()
  const { student_id, role, email } = useSignedInUser()
  const record = useMemo(() => loaded && toBlogRecord(loaded), [loaded])
  const form = useForm<BlogValues>({ defaultValues: record?.values ?? NEW_BLOG })
  const editor = useVersionedForm({
    name: 'blog',
    form,
    emptyValues: NEW_BLOG,
    loaded: record,
    save: async (values, base): Promise<CallOutput<'addBlog'>> => {
      const input = { ...values, admin_id: student_id, role, email }
      const { msg } = await (base
        ? call('updateBlog', {
            ...input,
            blog_id: base.id,
            version: base.version,
            ...(loaded && { image_url: loaded.blog.image_url, created_date: loaded.blog.created_date }),
          })
        : call('addBlog', input))
      return msg
    },
    loadLatest: async (id) => {
      const { msg } = await client.fetchQuery({ ...query('getBlogForm', { blog_id: id }), staleTime: 0 })
      return toBlogRecord(msg)
    },
    writes: { create: 'addBlog', update: 'updateBlog' },
    onSaved,
  })
  return {
    ...editor,
    form,
    /** The editor rewrites HTML that it is given; that is not a change by the admin. */
    normalizeContent: (given: string, content: string) => {
      editor.updateSaved((saved) => (saved.content === given ? { ...saved, content } : saved))
      form.setValue('content', content)
    },
  }
}
