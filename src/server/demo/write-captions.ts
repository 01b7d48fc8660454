import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DemoVideo } from './demo-academy.ts'

/** Writes a WebVTT file with the video's statements into the uploads folder and returns its URL. */
export function writeCaptions(folder: string, { title, points }: DemoVideo, seconds: number): string {
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

/** WebVTT's format, for example 00:07.250. */
function formatTime(seconds: number): string {
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60]
  return `${String(minutes).padStart(2, '0')}:${rest.toFixed(3).padStart(6, '0')}`
}
