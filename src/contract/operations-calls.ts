import type { Call } from './call.ts'

/** The trash and the audit log. */
export const OPERATIONS_CALLS = {
  getTrash: { method: 'POST', access: 'admin', tags: ['courses', 'blogs', 'reviews', 'comments', 'users'] },
  restoreFromTrash: {
    method: 'POST',
    access: 'admin',
    invalidates: ['courses', 'blogs', 'reviews', 'comments', 'users', 'messages', 'conversations', 'log'],
  },
  deleteFromTrash: {
    method: 'POST',
    access: 'admin',
    invalidates: ['courses', 'blogs', 'reviews', 'comments', 'users', 'log'],
  },
  getAuditLog: { method: 'POST', access: 'admin', tags: ['log'] },
} as const satisfies Record<string, Call>
