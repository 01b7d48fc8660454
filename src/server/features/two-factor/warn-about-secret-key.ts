import { eq, isNotNull } from 'drizzle-orm'
import type { Db } from '#server/platform/db/connect.ts'
import { totpSecrets, users } from '#server/platform/db/schema.ts'
import type { SecretBox } from '#server/platform/secrets/secret-box.ts'
import type { Warnings } from '#server/platform/warnings.ts'
import { isReadableSecret } from './totp.ts'

/** After a restore without the key, every code of an authenticator app is wrong. */
export async function warnAboutSecretKey(db: Db, secrets: SecretBox, warnings: Warnings): Promise<void> {
  // The oldest, because others may have been set up since.
  const [row] = await db
    .select({ userId: totpSecrets.userId, secret: totpSecrets.secret })
    .from(totpSecrets)
    .innerJoin(users, eq(users.id, totpSecrets.userId))
    .where(isNotNull(totpSecrets.confirmedAt))
    .orderBy(totpSecrets.createdAt)
    .limit(1)
  if (!row || isReadableSecret(secrets, row)) return
  const text =
    'Codes of authenticator apps are refused, because this server has another key than the one that encrypted them. Bring back DATA_DIR/secret.key or SECRET_KEY, then restart. Recovery codes and passkeys work.'
  warnings.set('wrong_secret_key', text)
}
