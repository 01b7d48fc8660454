import { waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { buildCourse, buildLesson, mockSignedIn } from '#web/testing/factories.ts'
import { FakeWebSocket } from '#web/testing/fake-web-socket.ts'
import { showScreen } from '#web/testing/show-screen.ts'

beforeEach(() => FakeWebSocket.install())

test('stops the player when another tab or an admin ends the access', async () => {
  let enrolled = true
  await showScreen('/student/CoursePage/41-DatabaseManagement', {
    ...mockSignedIn(),
    getReviews: () => ({ msg: [], nextPage: null }),
    getReviewSummary: () => ({ msg: { counts: [0, 0, 0, 0, 0], own: null } }),
    getCourseData: () => {
      const lesson = buildLesson({ material_id: 901, title: 'Joins, drawn', ...(!enrolled && { url: '' }) })
      return {
        msg: {
          msg: { course: buildCourse({ enrolled, lessons: 1 }), materials: [lesson], completed: [], sections: [] },
          enrolled,
        },
      }
    },
  })
  await waitFor(() => expect(document.querySelector('video, iframe')).not.toBeNull())
  await waitFor(() => FakeWebSocket.latest)
  await FakeWebSocket.latest.accept()
  enrolled = false
  await FakeWebSocket.latest.emitFrame({ type: 'access', course_id: 41 })
  await waitFor(() => expect(document.querySelector('video, iframe')).toBeNull())
})
