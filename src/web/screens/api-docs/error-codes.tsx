import { ERRORS, isErrorCode } from '#contract/errors.ts'

export function ErrorCodes({ codes }: { codes: string[] }) {
  return (
    <section id="codes" aria-labelledby="codes-title" className="card scroll-mt-22 p-5 sm:p-7">
      <h2 id="codes-title" className="text-xl">
        Error codes
      </h2>
      <p className="mt-2 text-muted">
        Every call uses these codes. The message can be more specific, for example for an invalid field; the code stays
        the same.
      </p>
      <dl className="mt-5 border-t border-border text-sm">
        {codes.filter(isErrorCode).map((code) => (
          <div
            key={code}
            className="grid grid-cols-[3rem_minmax(0,1fr)] gap-x-3 border-b border-border py-2.5 sm:grid-cols-[3rem_13rem_minmax(0,1fr)]"
          >
            <dt className="font-mono text-xs leading-6 font-semibold wrap-anywhere">{code}</dt>
            <dd className="order-first font-mono text-xs leading-6 text-danger">{ERRORS[code][0]}</dd>
            <dd className="text-muted max-sm:col-start-2">{ERRORS[code][1]}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
