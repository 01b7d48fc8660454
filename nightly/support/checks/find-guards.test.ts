import { expect, test } from 'vitest'
import { findGuards, type Guard, replaceRefusals } from './find-guards.ts'

const source = `
function a(user) {
  if (!user) throw new AppError('not_signed_in')
  if (user.isGone && (await find(user)) === null)
    throw new AppError('not_found', { text: 'Gone' })
  if (user.isAdmin) return find(user)
  throw new AppError('forbidden')
}
async function b(user) {
  await requireOwnNote(user)
  const note = await requireNote(user)
  if (note.isLocked) {
    log(note)
    throw new AppError('locked')
  }
}`

test('findGuards finds guards on one line, on two and in a block, and calls of guards', () => {
  expect(findGuards(source).map(({ line, text }) => [line, text])).toEqual([
    [3, "if (!user) throw new AppError('not_signed_in')"],
    [4, "if (user.isGone && (await find(user)) === null) throw new AppError('not_found', { text: 'Gone' })"],
    [10, 'await requireOwnNote(user)'],
    [12, "if (note.isLocked) { log(note) throw new AppError('locked')"],
  ])
})

test('replaceRefusals changes the refusals of the given guards, and keeps their conditions', () => {
  const guards = findGuards(source)
  const [first, second] = guards
  const withoutBlock = replaceRefusals(source, guards.slice(3), () => '{}')
  expect(withoutBlock).toBe(source.replace("throw new AppError('locked')", '{}'))
  const without = (guard?: Guard) => replaceRefusals(source, guard ? [guard] : [], () => '{}')
  expect(without(first)).toBe(source.replace("if (!user) throw new AppError('not_signed_in')", 'if (!user) {}'))
  expect(without(second)).toContain('=== null)\n    {}\n  if (user.isAdmin)')
  const noted = replaceRefusals(source, guards, (refusal, { line }) => `{ note(${line}); ${refusal} }`)
  expect(noted).toContain("if (!user) { note(3); throw new AppError('not_signed_in') }")
  expect(noted).toContain("{ note(4); throw new AppError('not_found', { text: 'Gone' }) }")
})
