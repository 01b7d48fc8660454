import { expect, test } from 'vitest'
import { formatField, getFieldLabel } from './audit-fields.ts'

test.each([
  ['priceCents', 'Price'],
  ['refundedCents', 'Refunded'],
  ['quizMd5', 'Fingerprint of the questions'],
  ['contentMd5', 'Fingerprint of the text'],
  ['isPublic', 'Published'],
  ['lesson 110', 'Lesson (id 110)'],
  ['signature_name', 'Signature name'],
  ['maxPerStudent', 'Max per student'],
  ['fields left out', 'Fields left out'],
  ['constructor', 'Constructor'],
])('calls %s “%s”', (name, label) => expect(getFieldLabel(name)).toBe(label))

test.each([
  ['priceCents', 1_050, '$10.50'],
  ['watchPercent', 80, '80'],
  ['isPublic', false, 'No'],
  ['deletedAt', '2026-11-20T09:30:00.000Z', '2026-11-20 09:30 UTC'],
  ['title', 'Lamps', 'Lamps'],
  ['access', ['order', 'grant'], 'order, grant'],
  ['access', [], ''],
  ['reason', undefined, ''],
])('shows %s of %j as “%s”', (name, value, text) => expect(formatField(name, value, 'USD')).toBe(text))

test('shows amounts in the currency of the site', () =>
  expect(formatField('fields', [{ priceCents: 1_050 }], 'EUR')).toBe('Price: €10.50'))

test('shows an object line by line', () => {
  expect(formatField('lesson 1', { watchPercent: 80, quizSettings: { pass_mark: 70 } }, 'USD')).toBe(
    'Watch percent: 80\nQuiz settings: Pass mark: 70',
  )
  const sections = [
    { title: 'Basics', opensAt: null },
    { title: 'More', opensAt: null },
  ]
  expect(formatField('sections', sections, 'USD')).toBe('Title: Basics, Opens at: none\nTitle: More, Opens at: none')
})
