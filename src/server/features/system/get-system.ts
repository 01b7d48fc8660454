import type { Handler } from '#server/pipeline/handler.ts'

export const getSystem: Handler<'getSystem'> = async ({ readSystem }) => ({ msg: await readSystem() })
