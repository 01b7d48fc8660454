import { expect, it } from 'vitest'
import type { Access } from '#contract/calls.ts'
import type { AppError } from '#contract/errors.ts'
import type { User } from '#contract/schemas/accounts/users.ts'
import { type AdmissionPolicy, createAdmission } from './admit.ts'
import type { Caller } from './caller.ts'

const createUser = (role: User['role']): User => ({
  student_id: 1,
  email: 'ada@mail.example',
  first_name: 'Ada',
  last_name: 'Okoro',
  image_url: '',
  role,
  status_user: true,
  joined_at: '2026-01-01T00:00:00.000Z',
  birthdate: null,
  gender: null,
  course_joined: 0,
})

const CALLERS = { visitor: null, student: createUser('student'), admin: createUser('admin') }
type CallerName = keyof typeof CALLERS

const createCaller = (name: CallerName, changes: Partial<Caller> = {}): Caller => ({
  user: CALLERS[name],
  viewsAsStudent: false,
  needsSecondFactor: false,
  needsEmailProof: false,
  ip: '203.0.113.7',
  from: { ip: '203.0.113.7', userAgent: '', requestId: '' },
  ...changes,
})

async function getOutcome(caller: CallerName, access: Access, isRunning: boolean, isAllowedInMaintenance?: true) {
  const admit = createAdmission(() => isRunning)
  const policy = { access, ...(isAllowedInMaintenance && { isAllowedInMaintenance }) }
  try {
    const user = await admit(createCaller(caller), policy)
    return user === CALLERS[caller] ? 'admitted' : 'another user'
  } catch (error) {
    return (error as AppError).code
  }
}

it.each<[CallerName, Access, string]>([
  ['visitor', 'anyone', 'admitted'],
  ['visitor', 'user', 'not_signed_in'],
  ['visitor', 'student', 'not_signed_in'],
  ['visitor', 'admin', 'not_signed_in'],
  ['student', 'anyone', 'admitted'],
  ['student', 'user', 'admitted'],
  ['student', 'student', 'admitted'],
  ['student', 'admin', 'not_allowed'],
  ['admin', 'anyone', 'admitted'],
  ['admin', 'user', 'admitted'],
  ['admin', 'student', 'not_allowed'],
  ['admin', 'admin', 'admitted'],
])('answers a %s on access %s with %s', async (caller, access, outcome) => {
  expect(await getOutcome(caller, access, true)).toBe(outcome)
})

const admit = async (caller: Caller, policy: AdmissionPolicy) => createAdmission(() => true)(caller, policy)

it('admits only admins in maintenance', async () => {
  const callers = ['visitor', 'student', 'admin'] as const
  const outcomes = await Promise.all(callers.map((caller) => getOutcome(caller, 'anyone', false)))
  expect(outcomes).toEqual(['maintenance', 'maintenance', 'admitted'])
})

it('admits every caller to calls allowed during maintenance', async () => {
  expect(await getOutcome('visitor', 'anyone', false, true)).toBe('admitted')
  expect(await getOutcome('visitor', 'user', false, true)).toBe('not_signed_in')
})

it('refuses writes to an admin who views the site as a student, except the way back', async () => {
  const viewer = createCaller('student', { viewsAsStudent: true })
  await expect(admit(viewer, { access: 'user' })).resolves.toBe(CALLERS.student)
  await expect(admit(viewer, { access: 'user', invalidates: [] })).rejects.toMatchObject({ code: 'not_allowed' })
  const wayBack = { access: 'user', invalidates: [], isAllowedInStudentView: true } as const
  await expect(admit(viewer, wayBack)).resolves.toBe(CALLERS.student)
})

it('admits an admin without a second factor to its set-up only, where admins must have one', async () => {
  const admin = createCaller('admin', { needsSecondFactor: true })
  for (const access of ['admin', 'user', 'anyone'] as const)
    await expect(admit(admin, { access })).rejects.toMatchObject({ code: 'second_factor_required' })
  await expect(admit(admin, { access: 'user', isAllowedInSetup: true })).resolves.toBe(CALLERS.admin)
})

it('lets a user without a proven email read, and write only what is listed', async () => {
  const student = createCaller('student', { needsEmailProof: true })
  await expect(admit(student, { access: 'user' })).resolves.toBe(CALLERS.student)
  const write = { access: 'student', invalidates: [] } as const
  await expect(admit(student, write)).rejects.toMatchObject({ code: 'email_unverified' })
  await expect(admit(student, { ...write, isAllowedUnverified: true })).resolves.toBe(CALLERS.student)
  // Such as the confirmation itself.
  await expect(admit(student, { access: 'anyone', invalidates: [] })).resolves.toBe(CALLERS.student)
})
