import type { Call } from './call.ts'

/** Running the site: the System page, the trash and the audit log. Part of CALLS. */
export const OPERATIONS_CALLS = {
  getSystem: { method: 'GET', access: 'admin', tags: ['system'] },
  getErrorGroups: { method: 'POST', access: 'admin', tags: ['system'] },
  setErrorSolved: { method: 'PUT', access: 'admin', invalidates: ['system', 'log'] },
  // The page polls the queue.
  sendTestMail: { method: 'POST', access: 'admin', invalidates: [] },
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
  getBackups: { method: 'GET', access: 'admin', tags: ['system'] },
  startBackup: { method: 'POST', access: 'admin', invalidates: ['system', 'log'] },
} as const satisfies Record<string, Call>
