import { join } from 'node:path'
import { connect } from '../../../src/server/platform/db/connect.ts'
import { migrate } from '../../../src/server/platform/db/migrate.ts'
import { PROJECT_ROOT } from '../../../src/server/platform/project-root.ts'
import { createFactories } from '../../../src/server/testing/factories.ts'
import { PASSWORD } from './sign-up.ts'

export interface Campus {
  /** With PASSWORD. */
  admin: { id: number; cookie: string }
  /** Its lessons are completed; nobody changes it. */
  freeCourse: { id: number; lessonIds: number[] }
  pricedCourseId: number
  /** An admin saves it again and again. */
  savedCourse: { id: number; lessonIds: number[] }
  postId: number
}

const LESSONS = ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight']
/** What `mixed-writes.ts` saves as version 0. */
export const toSavedTitle = (version: number) => `Saved ${version}`

/** Migrates an empty database and fills it with what mixed writes need. */
export async function createCampus(settings: { dataDir: string; databaseUrl?: string }): Promise<Campus> {
  const database = await connect(settings)
  try {
    await migrate(database, join(PROJECT_ROOT, 'migrations'))
    const make = createFactories(database.db)
    const admin = await make.signedIn({ role: 'admin', password: PASSWORD })
    const freeCourse = await make.course({ lessonTitles: LESSONS, priceCents: 0 })
    const priced = await make.course({ priceCents: 4_900 })
    const saved = await make.course({ title: toSavedTitle(0), lessonTitles: LESSONS.map(() => toSavedTitle(0)) })
    const post = await make.post()
    const toIds = (lessons: { id: number }[]) => lessons.map(({ id }) => id)
    return {
      admin: { id: admin.id, cookie: admin.cookie },
      freeCourse: { id: freeCourse.id, lessonIds: toIds(freeCourse.lessons) },
      pricedCourseId: priced.id,
      savedCourse: { id: saved.id, lessonIds: toIds(saved.lessons) },
      postId: post.id,
    }
  } finally {
    await database.close()
  }
}
