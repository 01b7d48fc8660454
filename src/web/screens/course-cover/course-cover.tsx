import { useId } from 'react'
import type { Category } from '#contract/categories.ts'
import { bits } from './motifs/bits.tsx'
import { cloud } from './motifs/cloud.tsx'
import { database } from './motifs/database.tsx'
import { hills } from './motifs/hills.tsx'
import { learning } from './motifs/learning.tsx'
import { AMBER, type Motif } from './motifs/motif.ts'
import { objects } from './motifs/objects.tsx'
import { phones } from './motifs/phones.tsx'
import { pipeline } from './motifs/pipeline.tsx'
import { security } from './motifs/security.tsx'
import { tree } from './motifs/tree.tsx'
import { web } from './motifs/web.tsx'
import { createRandom } from './random.ts'

type Subject = readonly [motif: Motif, light: string, deep: string, ink: string]

// A cover is a picture: its colours are its own and the same in both themes.
const SUBJECTS: Record<Category, Subject> = {
  'Introduction to Computer Science': [bits, '#3a4a70', '#1a2340', '#a9bce6'],
  'Web Development with HTML, CSS, and JavaScript': [web, '#50338f', '#2c1a52', '#b195fb'],
  'Data Structures and Algorithms': [tree, '#75491c', '#38210e', '#e6b878'],
  'Database Management Systems': [database, '#1f567a', '#0e2940', '#62c2e4'],
  'Object-Oriented Programming with Java': [objects, '#84402d', '#421a14', '#f79a78'],
  'Cloud Computing Fundamentals': [cloud, '#2f4fa6', '#18264f', '#88aaff'],
  'Cybersecurity Basics': [security, '#1f6149', '#0f3024', '#5ad6a0'],
  'Mobile App Development with React Native': [phones, '#136471', '#08323b', '#71d8e6'],
  'Machine Learning and Artificial Intelligence': [learning, '#752d5a', '#3a1530', '#ff9cc8'],
  'DevOps and Continuous Integration/Delivery': [pipeline, '#3d6430', '#1a3016', '#94da8c'],
}
// What has no category gets one of these skies.
const NIGHTS: readonly Subject[] = [
  [hills, '#26367a', '#0a1128', ''],
  [hills, '#4a3580', '#120d2c', ''],
  [hills, '#1d5468', '#07182a', ''],
  [hills, '#6b3a58', '#190f28', ''],
]

function subjectOf(id: number, category: string): Subject {
  if (Object.hasOwn(SUBJECTS, category)) return SUBJECTS[category as Category]
  return NIGHTS[id % NIGHTS.length] ?? SUBJECTS['Cloud Computing Fundamentals']
}

interface CourseCoverProps {
  id: number
  /** A course's category; without one (a blog post) the cover shows lanterns in night hills. */
  category?: string
  className?: string
}

/** A picture for what has none: drawn from the id and category, so that it is the same each time. Fills its box. */
export function CourseCover({ id, category = '', className = '' }: CourseCoverProps) {
  const name = useId()
  const [motif, light, deep, ink] = subjectOf(id, category)
  // A night's sky is darkest above; other grounds grow darker from one corner to the other.
  const night = motif === hills
  const [ground, glow] = [`${name}g`, `${name}l`]
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 640 344"
      preserveAspectRatio="xMidYMid slice"
      className={className}
      color={ink}
      fill="none"
      strokeWidth="2"
    >
      <linearGradient id={ground} x1={id % 2} x2={night ? id % 2 : 1 - (id % 2)} y2="1">
        <stop stopColor={night ? deep : light} />
        <stop offset={night ? '.72' : '1'} stopColor={night ? light : deep} />
      </linearGradient>
      <radialGradient id={glow}>
        <stop stopColor={AMBER} stopOpacity=".42" />
        <stop offset=".4" stopColor={AMBER} stopOpacity=".16" />
        <stop offset="1" stopColor={AMBER} stopOpacity="0" />
      </radialGradient>
      <path d="M0 0h640v344H0z" fill={`url(#${ground})`} />
      {motif({ random: createRandom(id), deep, glow: `url(#${glow})` })}
    </svg>
  )
}
