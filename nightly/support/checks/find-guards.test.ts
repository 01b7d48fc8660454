import { expect, test } from 'vitest'
import { findGuards } from './find-guards.ts'

const source = `
function a(user) {
  if (!user) throw new AppError('not_signed_in')
  if (user.isGone && (await find(user)) === null)
    throw new AppError('not_found', { text: 'Gone' })
  if (user.isAdmin) return
  throw new AppError('forbidden')
}`

test('findGuards finds guards on one line and on two', () => {
  expect(findGuards(source).map(({ line, text }) => [line, text])).toEqual([
    [3, "if (!user) throw new AppError('not_signed_in')"],
    [4, "if (user.isGone && (await find(user)) === null) throw new AppError('not_found', { text: 'Gone' })"],
  ])
})

test('findGuards takes out only the refusal', () => {
  const [first, second] = findGuards(source)
  expect(first?.without).toBe(source.replace("if (!user) throw new AppError('not_signed_in')", 'if (!user) {}'))
  expect(second?.without).toContain('=== null)\n    {}\n  if (user.isAdmin)')
})
