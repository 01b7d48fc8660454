import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { PROJECT_ROOT } from '../platform/project-root.ts'

/** The texts that the specification fixes letter for letter, by its section. A text continues after an ellipsis. */
const SPEC_TEXTS: Record<string, readonly string[]> = {
  '2. Public and landing': [
    'Sign up',
    'Join a course',
    'Our Platform …',
    'Send code to reset',
    'Verify code',
    'Code sent to your email - check your spam',
    'Confirm password',
    'Website is under maintenance',
    "We'll be back shortly",
    '404 - Page Not Found',
    'Something went wrong',
    'Try to reload page',
    'Unknown error',
    'Unexpected Application Error!',
    'Page Not Found',
  ],
  '2. Student area': [
    'Profile',
    'All Courses',
    'My Courses',
    'Chat',
    'Blog',
    'Log out',
    'dashboard',
    'Edit Profile',
    'Select Value',
    'Completed',
    'Top Rated',
    'Free',
    'Paid',
    'Discount',
    'Join Now',
    'Read Now',
    'Author Admin',
    'Comments',
    'ADMIN',
    '30 Days Money Guarantee',
    'Secure Payment Gateway',
    'Enroll Today – …',
  ],
  '2. Admin dashboard': [
    'admin dashboard management',
    'Hello Admin,',
    'Track users here',
    'Course Panel',
    'Add Course',
    'Add Blog Details',
    'Edit Blog Details',
    'Title',
    'Blog Title Here',
    'Sub title',
    'Blog Subtitle',
    'Upload image',
    'ADD',
    'EDIT',
    'LOADING ... ',
    'WARNING!',
    'YES !',
    'Cancel',
  ],
  '4. States': [
    'Click Here',
    'Loading',
    'Active',
    'Inactive',
    'System will shut down after',
    'System will run after',
    'System is running now',
    'System is down for maintenance',
  ],
  '5. Validation rules': [
    'confirm password correctly',
    'Male',
    'Female',
    'Introduction to Computer Science',
    'Web Development with HTML, CSS, and JavaScript',
    'Data Structures and Algorithms',
    'Database Management Systems',
    'Object-Oriented Programming with Java',
    'Cloud Computing Fundamentals',
    'Cybersecurity Basics',
    'Mobile App Development with React Native',
    'Machine Learning and Artificial Intelligence',
    'DevOps and Continuous Integration/Delivery',
  ],
  '8. The error catalogue': [
    'Page is not found',
    'Error connecting to server',
    'No Chat data for this user',
    'Select Chat',
    'No more comments',
    'No more reviews',
    'No more data',
    'No more users',
    'No more logs',
    'No Reviews Found',
    'Select course',
    'No Course Found',
    'No courses are available',
    'No Blogs are available',
  ],
}

function readSources(folder: string): string {
  return readdirSync(join(PROJECT_ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path) && !path.startsWith('testing/'))
    .map((path) => readFileSync(join(PROJECT_ROOT, folder, path), 'utf8'))
    .join('\n')
    .replaceAll('&apos;', "'")
}

const sources = readSources('src/web') + readSources('src/contract')

/** As a whole string literal or a whole text of JSX: part of a longer text does not count. */
const isWritten = (text: string) => {
  const [start = ''] = text.split(' …')
  const literal = start.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const end = start === text ? '(?:[\'"`<{]|$)' : '\\s'
  return new RegExp(`(?:['"\`>}]|^)\\s*${literal}\\s*${end}`, 'm').test(sources)
}

it.each(Object.entries(SPEC_TEXTS))('writes every text of section %s letter for letter', (_section, texts) => {
  expect(texts.filter((text) => !isWritten(text))).toEqual([])
})
