import { desc, sql } from 'drizzle-orm'
import { COUPONS_PER_PAGE } from '#contract/limits.ts'
import { coupons } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { paginate } from '#server/platform/db/paginate.ts'
import { containsAll, parseWords } from '#server/platform/search/search-words.ts'
import { toCoupons } from './coupon-row.ts'

export const getCoupons: Handler<'getCoupons'> = async ({ db }, { page, search_text }) => {
  const found = await db
    .select()
    .from(coupons)
    .where(containsAll(sql`${coupons.code}`, parseWords(search_text)))
    .orderBy(desc(coupons.id))
    .limit(COUPONS_PER_PAGE + 1)
    .offset((page - 1) * COUPONS_PER_PAGE)
  const { rows, nextPage } = paginate(found, page, COUPONS_PER_PAGE)
  return { msg: await toCoupons(db, rows), nextPage }
}
