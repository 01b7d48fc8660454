import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { CallResponse } from '#contract/contract.ts'
import type { Note } from '#contract/schemas/learning/notes.ts'
import { call, query } from '#web/data/api.ts'
import { useCallMutation } from '#web/data/use-call-mutation.ts'

type NotesData = CallResponse<'getNotes'>

const getNotesQuery = (courseId: number) => query('getNotes', { course_id: courseId })

export function useNotes(courseId: number) {
  const { data, error, refetch } = useQuery(getNotesQuery(courseId))
  return { notes: data?.msg, error: data ? null : error, refetch }
}

/** Changes the list in the cache. The refetch after the write brings the server's. */
function useChangeNotes(courseId: number) {
  const client = useQueryClient()
  const { queryKey } = getNotesQuery(courseId)
  return {
    cancelRefetch: () => client.cancelQueries({ queryKey }),
    change: (update: (notes: Note[]) => Note[]) =>
      client.setQueryData<NotesData>(queryKey, (data) => data && { ...data, msg: update(data.msg) }),
  }
}

interface NewNote {
  material_id: number
  seconds: number
  text: string
}

let lastTemporaryId = 0

/** Whether the server has not stored it yet: then it can be neither changed nor deleted. */
export const isUnsaved = ({ note_id }: Note) => note_id < 0

export function useAddNote(courseId: number) {
  const { cancelRefetch, change } = useChangeNotes(courseId)
  return useCallMutation('addNote', {
    isOptimistic: true,
    mutationFn: (note: NewNote) => call('addNote', note),
    onMutate: async (note) => {
      await cancelRefetch()
      const note_id = --lastTemporaryId
      change((notes) => [...notes, { ...note, note_id, created_date: new Date().toISOString() }])
      return { note_id }
    },
    onError: (error, _note, context) => {
      console.error('Saving the note failed:', error.message)
      change((notes) => notes.filter(({ note_id }) => note_id !== context?.note_id))
    },
  })
}

export function useUpdateNote(courseId: number) {
  const { cancelRefetch, change } = useChangeNotes(courseId)
  const setText = (id: number, text: string) =>
    change((notes) => notes.map((note) => (note.note_id === id ? { ...note, text } : note)))
  return useCallMutation('updateNote', {
    isOptimistic: true,
    mutationFn: ({ note, text }: { note: Note; text: string }) => call('updateNote', { note_id: note.note_id, text }),
    onMutate: async ({ note, text }) => {
      await cancelRefetch()
      setText(note.note_id, text)
    },
    onError: (error, { note }) => {
      console.error('Changing the note failed:', error.message)
      setText(note.note_id, note.text)
    },
  })
}

export function useDeleteNote(courseId: number) {
  const { cancelRefetch, change } = useChangeNotes(courseId)
  return useCallMutation('deleteNote', {
    isOptimistic: true,
    mutationFn: (note: Note) => call('deleteNote', { note_id: note.note_id }),
    onMutate: async ({ note_id }) => {
      await cancelRefetch()
      change((notes) => notes.filter((note) => note.note_id !== note_id))
    },
    onError: (error, note) => {
      console.error('Deleting the note failed:', error.message)
      change((notes) => [...notes, note])
    },
  })
}
