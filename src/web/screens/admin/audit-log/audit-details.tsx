import type { AuditLogEntry } from '#contract/schemas/audit-log.ts'

/** What changed, field by field, and where it came from. */
export function AuditDetails({ entry }: { entry: AuditLogEntry }) {
  const { before, after, ip, device, request_id } = entry
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return (
    <details className="px-4 pb-2 text-sm">
      <summary className="w-fit cursor-pointer py-1 text-xs text-muted hover:text-text">Details</summary>
      <div className="mt-1 mb-2 overflow-x-auto rounded-control border border-border">
        {names.length > 0 && (
          <table className="w-full min-w-96 table-fixed text-left text-xs">
            <thead className="text-muted">
              <tr>
                <th className="w-1/5 px-3 py-1.5 font-medium">Field</th>
                <th className="px-3 py-1.5 font-medium">Before</th>
                <th className="px-3 py-1.5 font-medium">After</th>
              </tr>
            </thead>
            <tbody>
              {names.map((name) => (
                <tr key={name} className="border-t border-border align-top">
                  <th scope="row" className="px-3 py-1.5 font-medium wrap-anywhere">
                    {name}
                  </th>
                  <Value value={before[name]} />
                  <Value value={after[name]} />
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

function Value({ value }: { value: unknown }) {
  return (
    <td className="px-3 py-1.5 whitespace-pre-wrap wrap-anywhere">
      {value === undefined ? (
        <span className="text-muted">none</span>
      ) : typeof value === 'string' ? (
        value
      ) : (
        JSON.stringify(value)
      )}
    </td>
  )
}
