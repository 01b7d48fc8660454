import fc from 'fast-check'
import { expect, it } from 'vitest'
import { calculatePathProgress } from './path-progress.ts'
import { planWeeks } from './plan-weeks.ts'

const course = (courseId: number, hours: number) => ({ courseId, title: `Course ${courseId}`, seconds: hours * 3_600 })

it('spreads courses over weeks in their order', () => {
  expect(planWeeks([course(1, 3), course(2, 0), course(3, 2)], 2)).toEqual([
    { week: 1, courses: [{ course_id: 1, title: 'Course 1', minutes: 120 }] },
    {
      week: 2,
      courses: [
        { course_id: 1, title: 'Course 1', minutes: 60 },
        { course_id: 2, title: 'Course 2', minutes: 0 },
        { course_id: 3, title: 'Course 3', minutes: 60 },
      ],
    },
    { week: 3, courses: [{ course_id: 3, title: 'Course 3', minutes: 60 }] },
  ])
})

it('plans every minute once, in order, and no week with more than the hours', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 200_000 }), { maxLength: 12 }),
      fc.integer({ min: 1, max: 60 }),
      (seconds, hours) => {
        const courses = seconds.map((value, index) => ({ courseId: index + 1, title: 'A course', seconds: value }))
        const weeks = planWeeks(courses, hours)
        const parts = weeks.flatMap((week) => week.courses)
        expect(weeks.map(({ week }) => week)).toEqual(weeks.map((_, index) => index + 1))
        for (const week of weeks)
          expect(week.courses.reduce((sum, { minutes }) => sum + minutes, 0)).toBeLessThanOrEqual(hours * 60)
        for (const { courseId, seconds: known } of courses) {
          const own = parts.filter(({ course_id }) => course_id === courseId)
          expect(own.reduce((sum, { minutes }) => sum + minutes, 0)).toBe(Math.ceil(known / 60))
        }
        expect(parts.map(({ course_id }) => course_id)).toEqual(
          parts.map(({ course_id }) => course_id).sort((a, b) => a - b),
        )
      },
    ),
  )
})

it('stops a plan that would take longer than ten years', () => {
  expect(planWeeks([course(1, 100_000)], 1)).toHaveLength(520)
})

it('shows 0 % only when nothing is done, and never 100 % before the path is finished', () => {
  const lessons = fc.integer({ min: 1, max: 500 })
  const progress = lessons.chain((lessonsCount) =>
    fc.record({
      lessonsCount: fc.constant(lessonsCount),
      completedLessons: fc.option(fc.integer({ min: 0, max: lessonsCount })),
      isFinished: fc.boolean(),
    }),
  )
  fc.assert(
    fc.property(fc.array(progress, { maxLength: 8 }), (courses) => {
      const percent = calculatePathProgress(courses)
      const hasBegun = courses.some(({ completedLessons, isFinished }) => isFinished || (completedLessons ?? 0) > 0)
      expect(percent === 0).toBe(!hasBegun)
      expect(percent).toBeLessThan(100)
    }),
  )
})
