import { createHash } from 'node:crypto'
import { and, desc, eq, notInArray, sql } from 'drizzle-orm'
import type { Db, Tx } from '#server/platform/db/connect.ts'
import { knownDevices, users } from '#server/platform/db/schema.ts'
import { toNetwork } from '#server/platform/throttle/network.ts'

/** A client that keeps no cookies adds a row with each login. */
const MAX_DEVICES_PER_USER = 20

interface DeviceLogin {
  userId: number
  deviceHash: string
  ip: string
}

const toBytes = (deviceHash: string) => Buffer.from(deviceHash, 'base64')

const hashNetwork = (userId: number, ip: string) =>
  createHash('sha256')
    .update(`${userId} ${toNetwork(ip)}`)
    .digest()

/**
 * After a login, or a password reset, in this browser. True for a new browser, except the first one of an account: an older
 * account without any was logged out everywhere, which is when a stranger's login matters most.
 */
export async function rememberDevice(tx: Tx, { userId, deviceHash, ip }: DeviceLogin): Promise<boolean> {
  const login = { networkHash: hashNetwork(userId, ip), lastLoginAt: sql`now()` }
  const known = await tx
    .select({ deviceHash: knownDevices.deviceHash })
    .from(knownDevices)
    .where(eq(knownDevices.userId, userId))
  await tx
    .insert(knownDevices)
    .values({ userId, deviceHash: toBytes(deviceHash), ...login })
    .onConflictDoUpdate({ target: [knownDevices.userId, knownDevices.deviceHash], set: login })
  const newest = tx
    .select({ deviceHash: knownDevices.deviceHash })
    .from(knownDevices)
    .where(eq(knownDevices.userId, userId))
    .orderBy(desc(knownDevices.lastLoginAt))
    .limit(MAX_DEVICES_PER_USER)
  await tx.delete(knownDevices).where(and(eq(knownDevices.userId, userId), notInArray(knownDevices.deviceHash, newest)))
  if (known.some((device) => device.deviceHash.equals(toBytes(deviceHash)))) return false
  return known.length > 0 || (await isOlderThanADay(tx, userId))
}

async function isOlderThanADay(tx: Tx, userId: number): Promise<boolean> {
  const isOld = sql<boolean>`${users.joinedAt} < now() - interval '1 day'`
  const [user] = await tx.select({ isOld }).from(users).where(eq(users.id, userId))
  return user?.isOld ?? false
}

/** Whether someone has signed in to the account with this browser, and from this network. */
export async function findKnownDevice(
  db: Db,
  { email, deviceHash, ip }: { email: string; deviceHash: string | null; ip: string },
): Promise<{ isKnownDevice: boolean; isKnownNetwork: boolean }> {
  const rows = await db
    .select()
    .from(knownDevices)
    .innerJoin(users, eq(users.id, knownDevices.userId))
    .where(eq(users.email, email))
  const devices = rows.map(({ known_devices }) => known_devices)
  return {
    isKnownDevice: deviceHash !== null && devices.some((device) => device.deviceHash.equals(toBytes(deviceHash))),
    isKnownNetwork: devices.some(({ userId, networkHash }) => networkHash.equals(hashNetwork(userId, ip))),
  }
}
