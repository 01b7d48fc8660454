import { direct } from './video.js'
import { record } from './record.js'

/** Runs in the page: draw-videos.mjs calls these functions with a lesson. */

const canvas = document.querySelector('canvas')
const ctx = canvas.getContext('2d', { willReadFrequently: true })

await Promise.all(["600 40px 'Fraunces'", "500 40px 'Instrument Sans'"].map((font) => document.fonts.load(font)))

window.drawVideo = async (lesson, settings) => {
  canvas.width = settings.width
  canvas.height = settings.height
  const video = await direct(lesson, ctx)
  return record(canvas, video, settings)
}

/** Shows one moment without recording. */
window.drawMoment = async (lesson, settings, time) => {
  canvas.width = settings.width
  canvas.height = settings.height
  const video = await direct(lesson, ctx)
  video.draw(Math.min(time, video.seconds - 0.01))
  return video.cuts
}
