import type { Handler } from '#server/pipeline/handler.ts'
import { toRelyingParty } from '#server/features/two-factor/passkeys/relying-party.ts'

export const getSignInMethods: Handler<'getSignInMethods'> = async ({ settings }) => ({
  msg: { google: settings.google !== undefined, passkeys: toRelyingParty(settings.publicUrl) !== null },
})
