import type { AppError } from '#contract/errors.ts'

/** The HTTP response for an answer or an error. */
export async function toEnvelope(
  makeCall: () => Promise<{ msg: unknown; nextPage?: unknown }>,
): Promise<{ status: number; body: object }> {
  try {
    const { msg, nextPage } = await makeCall()
    return { status: 200, body: { status: true, msg, data: msg, nextPage } }
  } catch (error) {
    const { code, message, status, fields } = error as Partial<AppError> & Error
    return {
      status: status || 500,
      body: { status: false, code: code ?? 'internal', msg: message, data: message, ...fields },
    }
  }
}
