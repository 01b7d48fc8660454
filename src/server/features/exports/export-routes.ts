import { once } from 'node:events'
import type { FastifyInstance } from 'fastify'
import type * as z from 'zod/mini'
import { API_BASE } from '#contract/paths.ts'
import { requireAdmin, type AdminRouteDeps } from '#server/pipeline/require-admin.ts'
import type { Db } from '#server/platform/db/connect.ts'
import { parseInput } from '#server/pipeline/parse-input.ts'
import { type CsvFile, createCsvStream } from './csv-file.ts'
import { systemLogCsv } from '#server/features/system-log/system-log-csv.ts'
import { usersCsv } from '#server/features/users/users-csv.ts'

interface ExportRouteDeps extends AdminRouteDeps {
  db: Db
}

/** Tables as files, for admins. Each takes what its list takes, in its address. */
export function registerExportRoutes(app: FastifyInstance, deps: ExportRouteDeps): void {
  registerCsvRoute(app, usersCsv, deps)
  registerCsvRoute(app, systemLogCsv, deps)
}

function registerCsvRoute<Filter extends z.ZodMiniType>(
  app: FastifyInstance,
  file: CsvFile<Filter>,
  { db, ...adminDeps }: ExportRouteDeps,
): void {
  app.get(`${API_BASE}/exports/${file.name}.csv`, { exposeHeadRoute: false }, async (request, reply) => {
    await requireAdmin(request, reply, adminDeps)
    const filter = parseInput(`${file.name}.csv`, file.filter, request.query)
    const text = createCsvStream(file, db, filter)
    // A database that does not answer is told in the envelope; what breaks off later can only break off.
    await once(text, 'readable')
    return reply
      .headers({
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="${file.name}-${new Date().toISOString().slice(0, 10)}.csv"`,
        'cache-control': 'no-store',
      })
      .send(text)
  })
}
