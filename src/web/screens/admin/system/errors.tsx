import { useInfiniteQuery } from '@tanstack/react-query'
import type { ErrorGroup } from '#contract/schemas/operations/system.ts'
import { call, pages } from '#web/data/api.ts'
import { useCallMutation } from '#web/data/use-call-mutation.ts'
import { canPoll } from '#web/features/panels/poll-error.ts'
import { Button } from '#web/ui/button.tsx'
import { EventTime } from '#web/ui/event-time.tsx'
import { formatCount } from '#web/ui/format/format-count.ts'
import { describeListError } from '#web/ui/list/list-error.tsx'
import { useInfiniteRows } from '#web/ui/list/use-infinite-rows.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { useShowToast } from '#web/ui/toasts.tsx'
import { SystemSection } from './system-section.tsx'

/** Unexpected errors by cause, the open ones first. */
export function Errors({ refetchMs }: { refetchMs: number }) {
  const list = useInfiniteQuery({
    ...pages('getErrorGroups', {}),
    refetchInterval: ({ state }) => canPoll(state) && refetchMs,
  })
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = list
  const { rows: groups } = useInfiniteRows(list, ({ error_id }) => error_id)
  return (
    <SystemSection title="Errors" description="Unexpected failures, one row for each cause. Without personal data.">
      {error && !data && <LoadError text="We couldn’t load this." onRetry={() => void refetch()} />}
      {data && groups.length === 0 && (
        <p className="mt-4 text-sm text-muted">No errors. They appear here when something fails.</p>
      )}
      {groups.length > 0 && (
        <ul className="mt-3 divide-y divide-border">
          {groups.map((group) => (
            <ErrorRow key={group.error_id} group={group} />
          ))}
        </ul>
      )}
      {!data && !error && <div aria-hidden="true" className="skeleton mt-4 h-16" />}
      <p role="status" className="text-sm text-muted not-empty:mt-4">
        {data && describeListError(list)}
      </p>
      {hasNextPage && (
        <Button
          variant="secondary"
          size="sm"
          className="mt-4"
          aria-disabled={isFetchingNextPage}
          onClick={() => isFetchingNextPage || void fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </SystemSection>
  )
}

function ErrorRow({ group }: { group: ErrorGroup }) {
  const { error_id, type, message, source, count, first_date, last_date, request_id, stack, version, isSolved } = group
  const showToast = useShowToast()
  const solve = useCallMutation('setErrorSolved', {
    mutationFn: () => call('setErrorSolved', { error_id, solved: !isSolved }),
    onError: (error) => showToast({ variant: 'error', text: `Couldn’t save this. ${error.message}` }),
  })
  return (
    <li className={`py-3.5 text-sm ${isSolved ? 'text-muted' : ''}`}>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-72">
          <p className="font-medium wrap-anywhere">
            {type}: {message}
          </p>
          <p className="mt-0.5 text-xs text-muted">
            {source} · {formatCount(count, 'time')} · last <EventTime at={last_date} />
            {isSolved && ' · solved'}
          </p>
        </div>
        <Button
          variant="secondary"
          size="sm"
          aria-disabled={solve.isPending}
          aria-label={`${isSolved ? 'Open again' : 'Mark as solved'}: ${type} in ${source}`}
          onClick={() => solve.isPending || solve.mutate()}
        >
          {isSolved ? 'Open again' : 'Mark as solved'}
        </Button>
      </div>
      <details className="mt-1">
        <summary className="inline-flex min-h-7 cursor-pointer items-center text-xs font-semibold text-accent-text">
          Details
        </summary>
        <p className="mt-1 text-xs text-muted">
          First <EventTime at={first_date} /> · version {version} · last request {request_id}
        </p>
        <pre
          // Scrolls, so the keyboard must reach it.
          tabIndex={0}
          aria-label={`Stack of ${type} in ${source}`}
          className="mt-2 max-h-72 overflow-auto rounded-control bg-raised p-3 font-mono text-xs leading-5 text-text"
        >
          {stack}
        </pre>
      </details>
    </li>
  )
}
