import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DemoLesson } from './demo-academy.ts'

/** Lays out captions that say what a clip shows, as an upload like any other; gives their address. */
export function writeCaptions(folder: string, { title, points }: DemoLesson, seconds: number): string {
  const texts = [title, ...points]
  const cues = texts.map(
    (text, index) =>
      `${formatTime((seconds * index) / texts.length)} --> ${formatTime((seconds * (index + 1)) / texts.length)}\n${text}\n`,
  )
  const captions = `WEBVTT\n\n${cues.join('\n')}`
  const name = `${createHash('sha256').update(captions).digest('hex').slice(0, 32)}.vtt`
  writeFileSync(join(folder, name), captions, { mode: 0o600 })
  return `/uploads/${name}`
}

/** As WebVTT has it: 00:07.250. */
function formatTime(seconds: number): string {
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60]
  return `${String(minutes).padStart(2, '0')}:${rest.toFixed(3).padStart(6, '0')}`
}
