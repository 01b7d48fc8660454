import { expect, test } from 'vitest'
import { groupByWeek } from './group-by-week.ts'
import { getTotal } from './series.ts'

const days = Array.from({ length: 365 }, (_, n) => ({
  day: new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10),
  values: [1, n],
}))

test('groups a year into 52 weeks ending today, and adds the remaining day to the first', () => {
  const weeks = groupByWeek(days)
  expect(weeks).toHaveLength(52)
  expect(weeks.map(({ values }) => values[0])).toEqual([8, ...Array.from({ length: 51 }, () => 7)])
  expect([weeks[0]?.day, weeks[1]?.day, weeks.at(-1)?.day]).toEqual(['2026-01-01', '2026-01-09', '2026-12-25'])
  expect(getTotal(weeks, 1)).toBe(getTotal(days, 1))
})
