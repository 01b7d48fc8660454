import { expect, test } from 'vitest'
import { type CallName, getCall } from '#contract/calls.ts'
import { getServerTags } from './call-cache.ts'
import type { Caller } from './caller.ts'

const LEARNING: CallName[] = ['completeCourse', 'finishCourse', 'saveLessonPosition', 'joinPath', 'submitAttempt']

test.each(LEARNING)('%s drops no cached answer of other users', (name) => {
  const caller = { user: { student_id: 7 } } as Caller
  expect(getServerTags(getCall(name).invalidates ?? [], caller)).toEqual(['progress:7'])
})
