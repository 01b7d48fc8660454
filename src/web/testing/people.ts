import type { User } from '#contract/users.ts'

export const STUDENT: User = {
  student_id: 7,
  email: 'mara@ilves.example',
  first_name: 'Mara',
  last_name: 'Ilves',
  image_url: '',
  role: 'student',
  status_user: true,
  joined_at: '2026-06-10T09:00:00.000Z',
  birthdate: '1991-04-17',
  gender: 'Female',
  course_joined: 2,
}

export const ADMIN: User = { ...STUDENT, student_id: 1, email: 'admin@localhost.test', first_name: 'Ada', last_name: 'Admin', role: 'admin' }
