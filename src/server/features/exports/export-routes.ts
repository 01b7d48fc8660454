import { auditLogCsv } from '#server/features/audit-log/audit-log-csv.ts'
import { writeAudit } from '#server/features/audit-log/write-audit.ts'
import { once } from 'node:events'
import type { FastifyInstance } from 'fastify'
import type * as z from 'zod/mini'
import { EXPORTS_PATH } from '#contract/paths.ts'
import { rejectCrossSite } from '#server/http/same-site.ts'
import type { Admit } from '#server/pipeline/admit.ts'
import { countRequest, toCaller } from '#server/pipeline/caller.ts'
import type { Throttles } from '#server/platform/throttle/throttles.ts'
import type { Db } from '#server/platform/db/connect.ts'
import { parseInput } from '#server/pipeline/parse-input.ts'
import type { ReadSession } from '#server/pipeline/read-session.ts'
import { type CsvFile, createCsvStream } from './csv-file.ts'
import { ordersCsv } from '#server/features/orders-admin/orders-csv.ts'
import { systemLogCsv } from '#server/features/system-log/system-log-csv.ts'
import { usersCsv } from '#server/features/users/users-csv.ts'

interface ExportRouteDeps {
  db: Db
  readSession: ReadSession
  throttles: Throttles
  isOwnOrigin: (origin: string) => boolean
  admit: Admit
}

/** Tables as CSV files for admins, with the filters of their lists in the query string. */
export function registerExportRoutes(app: FastifyInstance, deps: ExportRouteDeps): void {
  registerCsvRoute(app, usersCsv, deps)
  registerCsvRoute(app, systemLogCsv, deps)
  registerCsvRoute(app, ordersCsv, deps)
  registerCsvRoute(app, auditLogCsv, deps)
}

function registerCsvRoute<Filter extends z.ZodMiniType>(
  app: FastifyInstance,
  file: CsvFile<Filter>,
  { db, readSession, throttles, isOwnOrigin, admit }: ExportRouteDeps,
): void {
  app.get(`${EXPORTS_PATH}/${file.name}.csv`, { exposeHeadRoute: false }, async (request, reply) => {
    rejectCrossSite(request, isOwnOrigin)
    const caller = toCaller(await readSession(request, reply), request.ip, request)
    await countRequest(throttles, 'read', caller)
    const actor = await admit(caller, { access: 'admin' })
    const filter = parseInput(`${file.name}.csv`, file.filter, request.query)
    const text = createCsvStream(file, db, filter)
    // Waits for the first rows, so that a database error is still answered in the envelope.
    await once(text, 'readable')
    const subject = { kind: 'export', name: `${file.name}.csv` } as const
    const after = { filter: withoutSearchText(filter) }
    await writeAudit(db, { actor, from: caller.from, action: 'export.csv', subject, after })
    return reply
      .headers({
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="${file.name}-${new Date().toISOString().slice(0, 10)}.csv"`,
        'cache-control': 'no-store',
      })
      .send(text)
  })
}

/** The entry outlives the users: a name or email that was searched is not kept, only that there was one. */
function withoutSearchText(filter: unknown): object {
  const { search_text, ...rest } = filter as { search_text?: string }
  return search_text ? { ...rest, searched: true } : rest
}
