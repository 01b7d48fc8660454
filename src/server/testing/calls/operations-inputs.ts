import type { InputBuilders } from './call-input.ts'

const empty = () => ({})

/** Running the site. */
export const OPERATIONS_INPUTS = {
  getMaintenace: empty,
  setMaintenance: () => ({ status: true }),
  getSiteWarnings: empty,
  findAnything: () => ({ search_text: 'a' }),
  getAnalystic: empty,
  getAnalysticByDay: () => ({ days: 30 }),
  getTopCourses: () => ({ days: 30 }),
  getCourseFunnel: async ({ course }) => ({ course_id: (await course()).courseId }),
  getSystemLog: ({ owner }) => ({ page: 1, search_text: 'a', kind: 'account', person: owner.id }),
  getAuditLog: ({ owner }) => ({
    ...{ page: 1, search_text: 'a', person: owner.id, action: 'user.delete', subject_kind: 'user' },
    ...{ subject_id: '1', from: '2020-01-01', until: '2099-01-01' },
  }),
  getSystem: empty,
  getErrorGroups: () => ({ page: 1 }),
  setErrorSolved: async ({ errorGroup }) => ({ error_id: await errorGroup(), solved: true }),
  sendTestMail: empty,
  getTrash: () => ({ kind: 'user', page: 1 }),
  restoreFromTrash: async ({ trashedPost }) => ({ kind: 'post', id: await trashedPost() }),
  deleteFromTrash: async ({ trashedPost }) => ({ kind: 'post', id: await trashedPost() }),
  getBackups: empty,
  startBackup: empty,
} satisfies Partial<InputBuilders>
