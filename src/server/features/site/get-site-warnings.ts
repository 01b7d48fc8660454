import type { Handler } from '#server/pipeline/handler.ts'

export const getSiteWarnings: Handler<'getSiteWarnings'> = async ({ warnings }) => ({ msg: warnings.list() })
