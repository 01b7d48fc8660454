import { once } from 'node:events'
import type { FastifyInstance } from 'fastify'
import type * as z from 'zod/mini'
import { API_BASE } from '#contract/methods.ts'
import { admitAdmin, type Door } from '#server/pipeline/require-admin.ts'
import type { Db } from '#server/platform/db/connect.ts'
import { parseInput } from '#server/pipeline/parse-input.ts'
import { type CsvFile, csvStream } from './csv-file.ts'
import { systemLogCsv } from '#server/features/system-log/system-log-csv.ts'
import { usersCsv } from '#server/features/users/users-csv.ts'

interface Parts extends Door {
  db: Db
}

/** Tables as files, for admins. Each takes what its list takes, in its address. */
export function mountExports(app: FastifyInstance, parts: Parts): void {
  mountCsv(app, usersCsv, parts)
  mountCsv(app, systemLogCsv, parts)
}

function mountCsv<Filter extends z.ZodMiniType>(
  app: FastifyInstance,
  file: CsvFile<Filter>,
  { db, ...door }: Parts,
): void {
  app.get(`${API_BASE}/exports/${file.name}.csv`, { exposeHeadRoute: false }, async (request, reply) => {
    await admitAdmin(request, reply, door)
    const wanted = parseInput(`${file.name}.csv`, file.filter, request.query)
    const text = csvStream(file, db, wanted)
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
