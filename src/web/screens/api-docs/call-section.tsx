import { Link } from '#web/ui/link.tsx'
import { Chip } from '#web/ui/chip.tsx'
import type { Operation, Schema } from './api-description.ts'
import { getBodyVariants, type BodyVariant, type Field, formatType } from './describe-schema.ts'

const METHOD_COLORS: Record<string, string> = { GET: 'text-info', POST: 'text-success', PUT: 'text-accent-text' }
const ACCESS: Record<string, string> = {
  anyone: 'Public',
  user: 'Logged-in users',
  student: 'Students',
  admin: 'Admins',
}

export function CallSection({ operation }: { operation: Operation }) {
  const { name, method, path, summary, access, requestSchema, responseSchema, failures } = operation
  return (
    <section id={name} aria-labelledby={`${name}-title`} className="card scroll-mt-22 p-5 sm:p-7">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <h2 id={`${name}-title`} className="min-w-0 font-mono text-lg leading-7 font-semibold wrap-anywhere">
          <span className={`mr-2.5 text-sm ${METHOD_COLORS[method] ?? ''}`}>{method}</span>
          <Link to={`#${name}`} className="underline-offset-4 hover:underline">
            {path}
          </Link>
        </h2>
        <Chip>{ACCESS[access] ?? access}</Chip>
      </div>
      <p className="mt-2 text-muted">{summary}</p>
      <div className="mt-6 grid gap-x-10 gap-y-6 xl:grid-cols-2">
        <div className="min-w-0 space-y-6">
          <RequestSection schema={requestSchema} />
          <div>
            <h3 className="font-sans text-sm font-semibold">Errors</h3>
            <ul className="mt-2 space-y-1 text-sm text-muted">
              {failures.map(({ status, description }) => (
                <li key={status} className="flex gap-3">
                  <code className="text-danger">{status}</code> {description}
                </li>
              ))}
            </ul>
          </div>
        </div>
        <ResponseSection schema={responseSchema} />
      </div>
    </section>
  )
}

function RequestSection({ schema }: { schema: Schema | undefined }) {
  const variants = schema ? getBodyVariants(schema) : []
  const isEmpty = variants.every(({ fields, ignored }) => fields.length + ignored.length === 0)
  return (
    <div>
      <h3 className="font-sans text-sm font-semibold">Request</h3>
      {isEmpty && <p className="mt-2 text-sm text-muted">No request body.</p>}
      {!isEmpty &&
        variants.map((variant, index) => (
          // Variants have no name, so their fields identify them.
          <div key={variant.fields.map(({ name }) => name).join()}>
            {index > 0 && <p className="mt-4 text-sm text-muted">or</p>}
            <BodyFields variant={variant} />
          </div>
        ))}
    </div>
  )
}

function BodyFields({ variant: { fields, ignored } }: { variant: BodyVariant }) {
  return (
    <>
      <dl className="mt-2 border-t border-border">
        {fields.map((field) => (
          <FieldRow key={field.name} field={field} />
        ))}
      </dl>
      {ignored.length > 0 && (
        <p className="mt-3 text-sm text-muted">
          Accepted but ignored: <span className="font-mono text-xs wrap-anywhere">{ignored.join(', ')}</span>
        </p>
      )}
    </>
  )
}

function FieldRow({ field: { name, type, limits, isRequired } }: { field: Field }) {
  return (
    <div className="grid gap-x-4 border-b border-border py-2.5 text-sm sm:grid-cols-[11rem_minmax(0,1fr)]">
      <dt className="font-mono text-xs leading-6 font-semibold wrap-anywhere">{name}</dt>
      <dd className="text-muted">
        <span className="text-text">{type}</span>
        <span className={isRequired ? 'text-accent-text' : ''}>{isRequired ? ', required' : ', optional'}</span>
        {limits && <span className="block text-xs leading-5">{limits}</span>}
      </dd>
    </div>
  )
}

function ResponseSection({ schema }: { schema: Schema }) {
  return (
    <div className="min-w-0">
      <h3 className="font-sans text-sm font-semibold">Response</h3>
      <pre
        tabIndex={0}
        aria-label="Response schema"
        role="group"
        className="mt-2 max-h-120 overflow-auto rounded-control border border-border bg-bg p-4 font-mono text-xs leading-5"
      >
        {formatType(schema)}
      </pre>
    </div>
  )
}
