import type { Call } from './call.ts'

/** Running the site. Part of CALLS. */
export const OPERATIONS_CALLS = {
  getSystem: { method: 'GET', access: 'admin', tags: ['system'] },
  getErrorGroups: { method: 'POST', access: 'admin', tags: ['system'] },
  setErrorSolved: { method: 'PUT', access: 'admin', invalidates: ['system', 'log'] },
  sendTestMail: { method: 'POST', access: 'admin', invalidates: ['system', 'log'] },
  getBackups: { method: 'GET', access: 'admin', tags: ['system'] },
  startBackup: { method: 'POST', access: 'admin', invalidates: ['system', 'log'] },
} as const satisfies Record<string, Call>
