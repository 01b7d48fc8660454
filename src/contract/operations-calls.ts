import type { Call } from './call.ts'

/** Running the site. */
export const OPERATIONS_CALLS = {
  getBackups: { method: 'GET', access: 'admin', tags: ['system'] },
  startBackup: { method: 'POST', access: 'admin', invalidates: ['system', 'log'] },
} as const satisfies Record<string, Call>
