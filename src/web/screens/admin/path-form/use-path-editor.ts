import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useForm } from 'react-hook-form'
import type { CallOutput } from '#contract/contract.ts'
import type { PathForm } from '#contract/schemas/learning/paths.ts'
import { call, query } from '#web/data/api.ts'
import { parseAmount } from '#web/features/panels/parse-amount.ts'
import { useVersionedForm } from '#web/features/versioned-form/use-versioned-form.ts'
import { NEW_PATH, type PathValues, toPathInput, toPathRecord } from './path-values.ts'

/** The path form's state and what its save does. @param loaded null for a new path */
export function usePathEditor(loaded: PathForm | null, onSaved: (result: CallOutput<'addPath'>) => void) {
  const client = useQueryClient()
  const record = useMemo(() => loaded && toPathRecord(loaded), [loaded])
  const form = useForm<PathValues>({ defaultValues: record?.values ?? NEW_PATH })
  const editor = useVersionedForm({
    name: 'path',
    form,
    emptyValues: NEW_PATH,
    loaded: record,
    save: async (values, base): Promise<CallOutput<'addPath'>> => {
      const input = toPathInput(values)
      const { msg } = await (base
        ? call('updatePath', { ...input, path_id: base.id, version: base.version })
        : call('addPath', input))
      return msg
    },
    loadLatest: async (id) => {
      const { msg } = await client.fetchQuery({ ...query('getPathForm', { path_id: id }), staleTime: 0 })
      return toPathRecord(msg)
    },
    writes: { create: 'addPath', update: 'updatePath' },
    onSaved,
  })
  return {
    ...editor,
    form,
    /** The server checks the rest; a price that is no number would be saved as none. */
    save: () => {
      const price = form.getValues('price')
      if (price.trim() === '' || parseAmount(price) !== null) return editor.save()
      form.setError('price', { message: 'Enter an amount such as 120 or 99.50' }, { shouldFocus: true })
      return Promise.resolve()
    },
  }
}
