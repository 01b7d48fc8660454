import { paths } from '../../../src/contract/paths.ts'
import type { Place } from './find-secrets.ts'
import { RecordingClient } from './recording-client.ts'
import type { Used } from './use-accounts.ts'

const LISTS = ['getUsers', 'getSystemLog', 'getAuditLog', 'getOrders', 'getErrorGroups'] as const
const FILES = [paths.usersCsv, paths.systemLogCsv, paths.auditLogCsv, paths.ordersCsv]

export async function signInAsAdmin(used: Used, admin: { email: string; password: string }): Promise<RecordingClient> {
  const client = new RecordingClient(used.url, used)
  await client.call('login', admin)
  return client
}

/** A course that costs something; its payment service does not answer. */
export async function addPricedCourse(admin: RecordingClient): Promise<number> {
  const lesson = { title: 'A lesson', subtitle: '', url: 'https://media.example/x.webm' }
  const form = { title: 'Lamps', description: '', price: 10, discount: 0, tabs: '', materials: [lesson] }
  return (await admin.call('addCourse', { ...form, category: 'Cybersecurity Basics' })).id
}

/** What an admin may read of the site, and the System page apart. */
export async function readAsAdmin(admin: RecordingClient, run: string, metricsToken: string): Promise<Place> {
  for (const name of LISTS) await admin.call(name, { page: 1 } as never)
  for (const path of FILES) await admin.open(path)
  await admin.open('/metrics', { headers: { authorization: `Bearer ${metricsToken}` } })
  const system = [await admin.call('getSystem', {}), await admin.call('getBackups', {})]
  return { name: `the System page ${run}`, text: JSON.stringify(system) + (await admin.open(paths.system)) }
}
