import { expect, test } from 'vitest'

const [first, second] = ['first', 'second'].map((id) => Object.assign(document.createElement('input'), { id }))

test('finds the labels of a control as the page changes', () => {
  document.body.innerHTML = '<label>Around </label><label for="second">For</label><label for="gone">None</label>'
  const [around, named, gone] = document.querySelectorAll('label')
  if (!first || !second || !around || !named || !gone) throw new Error('The page lacks its elements')
  around.append(first)
  document.body.append(second)
  expect([...(first.labels ?? [])]).toEqual([around])
  expect([...(second.labels ?? [])]).toEqual([named])
  gone.htmlFor = 'second'
  expect([...(second.labels ?? [])]).toEqual([named, gone])
  second.id = 'third'
  expect([...(second.labels ?? [])]).toEqual([])
  named.remove()
  gone.htmlFor = 'first'
  expect([...(first.labels ?? [])]).toEqual([around, gone])
  first.type = 'hidden'
  expect(first.labels).toBeNull()
  around.remove()
  first.type = 'text'
  expect([...(first.labels ?? [])]).toEqual([around])
})
