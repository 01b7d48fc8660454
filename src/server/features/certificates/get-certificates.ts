import { and, desc, eq, ilike, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { CERTIFICATES_PER_PAGE } from '#contract/limits.ts'
import type { CallInput } from '#contract/contract.ts'
import { certificates, users } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { isOnPage, paginate } from '#server/platform/db/paginate.ts'
import { toLikePattern } from '#server/platform/db/to-like-pattern.ts'
import { toCertificate } from './certificate-row.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const getCertificates: Handler<'getCertificates'> = async ({ db }, { page, ...filter }) => {
  const newestFirst = [desc(certificates.issuedAt), desc(certificates.id)]
  const ids = db
    .select({ id: certificates.id })
    .from(certificates)
    .where(toCondition(filter))
    .orderBy(...newestFirst)
    .limit(CERTIFICATES_PER_PAGE + 1)
    .offset((page - 1) * CERTIFICATES_PER_PAGE)
  const found = await db
    .select({ certificate: certificates, email: users.email })
    .from(certificates)
    .leftJoin(users, eq(users.id, certificates.userId))
    .where(isOnPage(certificates.id, ids))
    .orderBy(...newestFirst)
  const { rows, nextPage } = paginate(found, page, CERTIFICATES_PER_PAGE)
  return {
    msg: rows.map(({ certificate, email }) => ({
      ...toCertificate(certificate),
      student_id: certificate.userId,
      email,
    })),
    nextPage,
  }
}

function toCondition({ search_text, select_data }: Omit<CallInput<'getCertificates'>, 'page'>): SQL | undefined {
  const statuses = {
    '': undefined,
    valid: and(isNull(certificates.revokedAt), isNull(certificates.replacedBy)),
    revoked: and(isNotNull(certificates.revokedAt), isNull(certificates.replacedBy)),
    replaced: isNotNull(certificates.replacedBy),
  }
  const text = search_text?.trim() ?? ''
  const isFound = UUID.test(text)
    ? eq(certificates.id, text)
    : ilike(sql`(${certificates.name} || ' ' || ${certificates.title})`, toLikePattern(text))
  return and(statuses[select_data ?? ''], text === '' ? undefined : isFound)
}
