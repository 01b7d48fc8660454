import { AUDIT_ACTIONS, AUDIT_SUBJECTS, type AuditAction, type AuditSubject } from '#contract/audit-actions.ts'
import { parseIdSegment, paths } from '#contract/paths.ts'
import { getSearchText } from '#web/ui/list/search-text.ts'

export const SUBJECT_CHOICES = ['', ...AUDIT_SUBJECTS] as const

export interface AuditFilters {
  search_text: string
  person: number | null
  action: '' | AuditAction
  subject_kind: '' | AuditSubject
  subject_id: string
  from: string
  until: string
}

const toDay = (value: string | null) =>
  value !== null && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : ''

/** Reads the address. What it does not understand is left out. */
export function parseAuditSearch(search: URLSearchParams): AuditFilters {
  const person = parseIdSegment(search.get('person') ?? '')
  const kind = SUBJECT_CHOICES.find((choice) => choice === search.get('kind')) ?? ''
  const subjectId = search.get('subject') ?? ''
  return {
    search_text: getSearchText(search),
    person: person > 0 ? person : null,
    action: getActionChoices(kind).find(([action]) => action === search.get('action'))?.[0] ?? '',
    subject_kind: kind,
    subject_id: /^[\da-f-]{0,36}$/.test(subjectId) ? subjectId : '',
    from: toDay(search.get('from')),
    until: toDay(search.get('until')),
  }
}

export function getAuditCsvPath({ person, ...filters }: AuditFilters): string {
  return `${paths.auditLogCsv}?${new URLSearchParams({ ...filters, ...(person !== null && { person: String(person) }) })}`
}

/** The actions of a kind of subject, or all. */
export const getActionChoices = (kind: '' | AuditSubject) =>
  (Object.entries(AUDIT_ACTIONS) as [AuditAction, string][]).filter(([action]) => action.startsWith(kind))
