import type { Call } from './call.ts'

/** Running the site. Part of CALLS. */
export const OPERATIONS_CALLS = {
  getSystem: { method: 'GET', access: 'admin', tags: ['system'] },
  getErrorGroups: { method: 'POST', access: 'admin', tags: ['system'] },
  setErrorSolved: { method: 'PUT', access: 'admin', invalidates: ['system', 'log'] },
  // The page polls the queue.
  sendTestMail: { method: 'POST', access: 'admin', invalidates: [] },
} as const satisfies Record<string, Call>
