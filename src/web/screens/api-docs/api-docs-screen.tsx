import { useQuery } from '@tanstack/react-query'
import { Head } from '#web/head.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { describe, type ApiDescription, type Operation, type Schema } from './api-description.ts'

/** The API's description as a page to read: what `/api/openapi.json` says, and nothing else. */
export function Component() {
  return (
    <div className="container-site pt-9 pb-20 sm:pt-12">
      <Head title="API" description="Every call of the Learn Lantern API: who may make it, what it takes and gives." />
      <h1 className="text-4xl sm:text-5xl">API</h1>
      <p className="mt-3 max-w-[70ch] text-lg text-muted">
        JSON over HTTP with a session cookie, which <code>login</code> sets. A success is <code>{'{"status": true, "msg": …}'}</code>, a
        failure <code>{'{"status": false, "code": …, "msg": …}'}</code>: compare codes, never texts. The same as{' '}
        <a href="/api/openapi.json" className="text-accent-text underline underline-offset-4">
          OpenAPI 3.1
        </a>
        .
      </p>
      <Calls />
    </div>
  )
}

function Calls() {
  const { data, error } = useQuery({ queryKey: ['openapi.json'], queryFn: fetchDescription, staleTime: Infinity })
  if (error) return <p role="alert" className="mt-10 text-danger">The description could not be loaded. Try to reload page.</p>
  if (!data) return <Waiting />
  const operations = describe(data)
  return (
    <div className="mt-10 grid gap-10 lg:grid-cols-[15rem_minmax(0,1fr)]">
      <nav aria-label="Calls" className="top-22 self-start max-lg:hidden lg:sticky">
        <ul className="space-y-0.5 border-l border-border text-sm">
          {operations.map(({ name }) => (
            <li key={name}>
              <a href={`#${name}`} className="-ml-px block border-l border-transparent py-1 pl-4 text-muted hover:border-accent-text hover:text-text">
                {name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="space-y-6">
        {operations.map((operation) => (
          <Call key={operation.name} operation={operation} />
        ))}
      </div>
    </div>
  )
}

async function fetchDescription(): Promise<ApiDescription> {
  const response = await fetch('/api/openapi.json')
  if (!response.ok) throw new Error('The description could not be loaded')
  return (await response.json()) as ApiDescription
}

function Call({ operation }: { operation: Operation }) {
  return (
    <section id={operation.name} aria-labelledby={`${operation.name}-title`} className="card p-5 sm:p-6">
      <h2 id={`${operation.name}-title`} className="flex flex-wrap items-center gap-x-3 gap-y-1 font-mono text-lg break-all">
        <span className="text-sm font-semibold text-accent-text">{operation.method}</span> {operation.path}
      </h2>
      <p className="mt-2 text-muted">{operation.summary}</p>
      <p className="mt-3">
        <Chip>{operation.access === 'anyone' ? 'anyone may call' : `for ${operation.access === 'user' ? 'signed-in users' : `${operation.access}s`}`}</Chip>
      </p>
      {operation.takes && <Shape title="Takes" schema={operation.takes} />}
      <Shape title={`Gives, under ${operation.under}`} schema={operation.gives} />
    </section>
  )
}

function Shape({ title, schema }: { title: string; schema: Schema }) {
  return (
    <details className="mt-4 text-sm">
      <summary className="min-h-6 font-semibold">{title}</summary>
      <pre tabIndex={0} className="mt-2 max-h-96 overflow-auto rounded-control border border-border bg-bg p-4 text-xs leading-5">
        {JSON.stringify(schema, null, 2)}
      </pre>
    </details>
  )
}

function Waiting() {
  return (
    <div aria-hidden="true" className="mt-10 space-y-6 lg:ml-70">
      {[1, 2, 3, 4].map((place) => (
        <div key={place} className="skeleton h-48" />
      ))}
    </div>
  )
}
