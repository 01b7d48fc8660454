import { direct } from './film.js'
import { record } from './record.js'

/** The page's side of the work: draw-clips.mjs calls these with a lesson. */

const canvas = document.querySelector('canvas')
const ctx = canvas.getContext('2d', { willReadFrequently: true })

await Promise.all(["600 40px 'Fraunces'", "500 40px 'Instrument Sans'"].map((font) => document.fonts.load(font)))

window.drawClip = async (lesson, settings) => {
  canvas.width = settings.width
  canvas.height = settings.height
  const film = await direct(lesson, ctx)
  return record(canvas, film, settings)
}

/** For looking at a moment without recording. */
window.drawMoment = async (lesson, settings, time) => {
  canvas.width = settings.width
  canvas.height = settings.height
  const film = await direct(lesson, ctx)
  film.draw(Math.min(time, film.seconds - 0.01))
  return film.cuts
}
