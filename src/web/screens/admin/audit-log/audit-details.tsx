import { useSuspenseQuery } from '@tanstack/react-query'
import type { AuditLogEntry } from '#contract/schemas/operations/audit-log.ts'
import { query } from '#web/data/api.ts'
import { formatField, getFieldLabel } from './audit-fields.ts'

/** What changed, field by field, and where it came from. */
export function AuditDetails({ entry }: { entry: AuditLogEntry }) {
  const { before, after, ip, device, request_id } = entry
  const { currency } = useSuspenseQuery(query('getPaymentSettings', {})).data.msg
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return (
    <details className="-mt-1 text-sm">
      <summary className="w-fit cursor-pointer py-1 text-xs text-muted hover:text-text">Details</summary>
      <div className="mt-1 mb-2 overflow-x-auto rounded-control border border-border">
        {names.length > 0 && (
          <table className="w-full table-fixed text-left text-xs max-sm:block">
            <thead className="text-muted max-sm:sr-only">
              <tr>
                <th className="w-1/5 px-3 py-1.5 font-medium">Field</th>
                <th className="px-3 py-1.5 font-medium">Before</th>
                <th className="px-3 py-1.5 font-medium">After</th>
              </tr>
            </thead>
            <tbody className="max-sm:block">
              {names.map((name) => (
                <tr key={name} className="border-border align-top not-first:border-t max-sm:block sm:border-t">
                  <th scope="row" className="px-3 py-1.5 font-medium wrap-anywhere max-sm:block max-sm:pb-0">
                    {getFieldLabel(name)}
                  </th>
                  <Value label="Before" text={formatField(name, before[name], currency)} />
                  <Value label="After" text={formatField(name, after[name], currency)} />
                </tr>
              ))}
            </tbody>
          </table>
        )}
        <p className="border-border px-3 py-1.5 text-xs text-muted not-first:border-t">
          {[device, ip, request_id && `request ${request_id}`].filter(Boolean).join(' · ') || 'No network address'}
        </p>
      </div>
    </details>
  )
}

function Value({ label, text }: { label: string; text: string }) {
  return (
    <td className="px-3 py-1.5 whitespace-pre-wrap wrap-anywhere max-sm:block">
      <span aria-hidden="true" className="text-muted sm:hidden">
        {label}:{' '}
      </span>
      {text === '' ? <span className="text-muted">none</span> : text}
    </td>
  )
}
