import type { Note } from '#contract/schemas/learning/notes.ts'
import type { notes } from '#server/platform/db/schema.ts'

export function toNote(row: Omit<typeof notes.$inferSelect, 'userId'>): Note {
  return {
    note_id: row.id,
    material_id: row.lessonId,
    seconds: row.seconds,
    text: row.text,
    created_date: row.createdAt.toISOString(),
  }
}
