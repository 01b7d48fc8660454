import { useQuery } from '@tanstack/react-query'
import { query } from '#web/data/api.ts'
import { EventTime } from '#web/ui/event-time.tsx'
import { LoadError } from '#web/ui/load-error.tsx'

export function OrderTimeline({ orderId }: { orderId: number }) {
  const { data, isError, refetch } = useQuery({
    ...query('getOrderEvents', { order_id: orderId }),
    staleTime: 5_000,
  })
  const events = data?.msg
  return (
    <section aria-labelledby="order-timeline" className="card min-w-0 p-5 sm:p-6">
      <h2 id="order-timeline" className="text-xl">
        Timeline
      </h2>
      {events ? (
        <ol className="mt-4 border-l-2 border-border">
          {events.map(({ date, text, by }, index) => (
            <li key={index} className="relative pb-5 pl-5 last:pb-0">
              <span aria-hidden="true" className="absolute top-1.5 -left-[5px] size-2 rounded-full bg-accent-text" />
              <p className="wrap-anywhere">{text}</p>
              <p className="text-xs text-muted">
                <EventTime at={date} />
                {by !== null && <span className="wrap-anywhere"> · {by}</span>}
              </p>
            </li>
          ))}
        </ol>
      ) : isError ? (
        <LoadError text="We couldn’t load the timeline." onRetry={() => void refetch()} />
      ) : (
        <div aria-hidden="true" className="skeleton mt-4 h-40" />
      )}
    </section>
  )
}
