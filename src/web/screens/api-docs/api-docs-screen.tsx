import { useState } from 'react'
import { Link } from '#web/ui/link.tsx'
import { paths } from '#contract/paths.ts'
import { Head } from '#web/ui/head.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { formatCount } from '#web/ui/format/format-count.ts'
import { type ApiDescription, getErrorCodes, type Operation, getOperations } from './api-description.ts'
import { CallSection } from './call-section.tsx'
import { ErrorCodes } from './error-codes.tsx'
import { useApiDescription, useScrollToHash } from './use-api-description.ts'

const COLUMNS = 'mt-8 grid gap-x-10 gap-y-6 lg:grid-cols-[13rem_minmax(0,1fr)]'
const CODE = 'box-decoration-clone rounded-[5px] bg-raised px-1.5 py-0.5 font-mono text-[0.85em] text-text'

/** Renders `/api/openapi.json`. */
export function Component() {
  const { data, error, refetch } = useApiDescription()
  return (
    <div className="container-site pt-9 pb-20 sm:pt-12">
      <Head title="API" description="Every call of the Learn Lantern API: access, request, response, and errors." />
      <h1 className="text-4xl sm:text-5xl">API</h1>
      <p className="mt-3 max-w-[70ch] text-lg text-muted">
        JSON over HTTP with a session cookie, which <code className={CODE}>login</code> sets. A success is{' '}
        <code className={CODE}>{'{"status": true, "msg": …}'}</code>, a failure{' '}
        <code className={CODE}>{'{"status": false, "code": …, "msg": …}'}</code>: compare codes, not messages. Also
        available as{' '}
        <a href={paths.openApi} className="text-accent-text underline underline-offset-4">
          OpenAPI 3.1
        </a>
        .
      </p>
      {data && <OperationList description={data} />}
      {!data && error && (
        <div role="alert">
          <EmptyState title={error.message}>
            <Button variant="secondary" onClick={() => void refetch()}>
              Try again
            </Button>
          </EmptyState>
        </div>
      )}
      {!data && !error && <LoadingSkeleton />}
    </div>
  )
}

function OperationList({ description }: { description: ApiDescription }) {
  const [text, setText] = useState('')
  useScrollToHash(true)
  const matches = getOperations(description).filter((operation) => matchesSearch(operation, text))
  return (
    <div className={COLUMNS}>
      <div className="flex flex-col gap-4 self-start lg:sticky lg:top-22 lg:max-h-[calc(100dvh-7rem)]">
        <Filter text={text} onChange={setText} />
        <p role="status" className="sr-only">
          {formatCount(matches.length, 'call')}
        </p>
        <Contents operations={matches} />
      </div>
      <div className="min-w-0 space-y-6">
        {matches.length === 0 && <EmptyState title={`No results for “${text.trim()}”.`} />}
        {matches.map((operation) => (
          <CallSection key={operation.name} operation={operation} />
        ))}
        <ErrorCodes codes={getErrorCodes(description)} />
      </div>
    </div>
  )
}

/** Every word must occur in the method, path or summary. */
function matchesSearch({ method, path, summary }: Operation, text: string): boolean {
  const searchable = `${method} ${path} ${summary}`.toLowerCase()
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => searchable.includes(word))
}

function Filter({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  return (
    <search className="relative">
      <Icon name="search" size={18} className="pointer-events-none absolute top-3.25 left-3.5 text-muted" />
      <input
        type="search"
        aria-label="Search calls"
        placeholder="Search calls"
        value={text}
        onChange={(event) => onChange(event.target.value)}
        className="h-11 w-full rounded-control border border-border-strong bg-surface pr-3 pl-10 text-base placeholder:text-muted lg:text-sm"
      />
    </search>
  )
}

function Contents({ operations }: { operations: Operation[] }) {
  const links = [...operations.map(({ name }) => ({ to: `#${name}`, name })), { to: '#codes', name: 'Error codes' }]
  return (
    <nav aria-label="Calls" className="min-h-0 overflow-y-auto max-lg:hidden">
      <ul className="border-l border-border text-sm">
        {links.map(({ to, name }) => (
          <li key={to}>
            <Link
              to={to}
              className="block py-1 pr-1 pl-4 text-muted -outline-offset-2 transition duration-150 hover:text-text"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function LoadingSkeleton() {
  return (
    <div aria-hidden="true" className={COLUMNS}>
      <div className="skeleton h-11" />
      {/* About as tall as the page, so that the footer does not jump when a link scrolls to a call far below. */}
      <div className="space-y-6">
        {[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((place) => (
          <div key={place} className="skeleton h-120 rounded-card" />
        ))}
      </div>
    </div>
  )
}
