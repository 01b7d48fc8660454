import type { Category } from '#contract/categories.ts'
import { Cover, type CoverProps, type CoverTheme } from './cover.tsx'
import { bits } from './motifs/bits.tsx'
import { cloud } from './motifs/cloud.tsx'
import { database } from './motifs/database.tsx'
import { learning } from './motifs/learning.tsx'
import { objects } from './motifs/objects.tsx'
import { phones } from './motifs/phones.tsx'
import { pipeline } from './motifs/pipeline.tsx'
import { security } from './motifs/security.tsx'
import { tree } from './motifs/tree.tsx'
import { web } from './motifs/web.tsx'
import { NightCover } from './night-cover.tsx'

const COVER_THEMES: Record<Category, CoverTheme> = {
  'Introduction to Computer Science': { motif: bits, light: '#3a4a70', deep: '#1a2340', ink: '#a9bce6' },
  'Web Development with HTML, CSS, and JavaScript': { motif: web, light: '#50338f', deep: '#2c1a52', ink: '#b195fb' },
  'Data Structures and Algorithms': { motif: tree, light: '#75491c', deep: '#38210e', ink: '#e6b878' },
  'Database Management Systems': { motif: database, light: '#1f567a', deep: '#0e2940', ink: '#62c2e4' },
  'Object-Oriented Programming with Java': { motif: objects, light: '#84402d', deep: '#421a14', ink: '#f79a78' },
  'Cloud Computing Fundamentals': { motif: cloud, light: '#2f4fa6', deep: '#18264f', ink: '#88aaff' },
  'Cybersecurity Basics': { motif: security, light: '#1f6149', deep: '#0f3024', ink: '#5ad6a0' },
  'Mobile App Development with React Native': { motif: phones, light: '#136471', deep: '#08323b', ink: '#71d8e6' },
  'Machine Learning and Artificial Intelligence': {
    motif: learning,
    light: '#752d5a',
    deep: '#3a1530',
    ink: '#ff9cc8',
  },
  'DevOps and Continuous Integration/Delivery': { motif: pipeline, light: '#3d6430', deep: '#1a3016', ink: '#94da8c' },
}

interface CourseCoverProps extends CoverProps {
  /** Blog posts have none and get lanterns in night hills. */
  category?: string
}

/** Drawn from the id and category, so that a course always has the same cover. Fills its box. */
export function CourseCover({ category = '', ...rest }: CourseCoverProps) {
  if (!Object.hasOwn(COVER_THEMES, category)) return <NightCover {...rest} />
  return <Cover theme={COVER_THEMES[category as Category]} {...rest} />
}
