/** Drawing functions for a canvas. All motifs use them, so that all videos share one style. */

/** The drawing's units; the encoder scales them to the video's pixels. */
export const WIDTH = 768
export const HEIGHT = 432

export const NIGHT = [10, 15, 31]
export const AMBER = [255, 184, 77]
export const FLAME = [255, 236, 204]
export const TEXT = [234, 238, 251]
export const DANGER = [255, 125, 125]

export const clamp = (value, low = 0, high = 1) => Math.min(high, Math.max(low, value))
export const mix = (from, to, k) => from + (to - from) * k
export const ease = (k) => {
  const x = clamp(k)
  return x * x * (3 - 2 * x)
}
/** 0 before `from`, 1 after `to`, smooth between. */
export const ramp = (value, from, to) => ease((value - from) / (to - from || 1))
export const blend = (a, b, k) => a.map((part, i) => mix(part, b[i], clamp(k)))
export const css = (rgb, alpha = 1) => `rgba(${rgb.map(Math.round).join(',')},${alpha.toFixed(3)})`

/** The part of a polyline between two fractions of its length, so that lines can be drawn gradually. */
export function slice(points, from, to) {
  const lengths = points.slice(1).map((p, i) => Math.hypot(p[0] - points[i][0], p[1] - points[i][1]))
  const total = lengths.reduce((sum, length) => sum + length, 0)
  const [start, end] = [from * total, to * total]
  const cut = []
  let done = 0
  lengths.forEach((length, i) => {
    const at = (d) => [0, 1].map((axis) => mix(points[i][axis], points[i + 1][axis], (d - done) / (length || 1)))
    if (done + length >= start && done <= end) {
      if (cut.length === 0) cut.push(at(Math.max(start, done)))
      cut.push(at(Math.min(end, done + length)))
    }
    done += length
  })
  return cut
}

/** The point at a fraction of a polyline's length. */
export const along = (points, k) => slice(points, 0, clamp(k, 0.0001, 1)).at(-1)

export function createPen(ctx, hue) {
  const quiet = blend(NIGHT, hue, 0.5)

  /** The color of a part's heat, from the category's color to amber. */
  const warm = (heat) => blend(quiet, AMBER, heat)

  function paint({ heat = 0, colour, fill, width, alpha = 1, base = 1 }) {
    const rgb = colour ?? warm(heat)
    if (fill) {
      ctx.fillStyle = css(Array.isArray(fill) ? fill : rgb, alpha)
      ctx.fill()
    }
    if (fill === undefined || width) {
      ctx.lineWidth = width ?? 2 + heat * 0.8
      ctx.strokeStyle = css(rgb, alpha * mix(base, 1, heat))
      ctx.stroke()
    }
  }

  return {
    ctx,
    hue,
    quiet,
    warm,
    /** A polyline. */
    line(points, style = {}) {
      if (points.length < 2) return
      ctx.beginPath()
      points.forEach(([x, y], i) => (i ? ctx.lineTo(x, y) : ctx.moveTo(x, y)))
      if (style.closed) ctx.closePath()
      paint(style)
    },
    circle(x, y, radius, style = {}) {
      ctx.beginPath()
      ctx.ellipse(x, y, Math.max(0, radius), Math.max(0, radius * (style.squash ?? 1)), 0, 0, Math.PI * 2)
      paint(style)
    },
    /** The path that `trace` draws on the canvas. */
    shape(trace, style = {}) {
      trace()
      paint(style)
    },
    box(x, y, width, height, radius, style = {}) {
      ctx.beginPath()
      ctx.roundRect(x, y, Math.max(0, width), Math.max(0, height), radius)
      paint(style)
    },
    /** A small lantern: a bright center in a soft halo. The halo is small because moving light costs most bytes. */
    lamp(x, y, power = 1, radius = 5) {
      if (power <= 0.01) return
      const reach = radius * 4.5
      const halo = ctx.createRadialGradient(x, y, 0, x, y, reach)
      halo.addColorStop(0, css(AMBER, 0.6 * power))
      halo.addColorStop(0.45, css(AMBER, 0.16 * power))
      halo.addColorStop(1, css(AMBER, 0))
      ctx.fillStyle = halo
      ctx.fillRect(x - reach, y - reach, reach * 2, reach * 2)
      ctx.beginPath()
      ctx.arc(x, y, radius * mix(0.6, 1, power), 0, Math.PI * 2)
      ctx.fillStyle = css(blend(AMBER, FLAME, 0.75), power)
      ctx.fill()
    },
    /** A wide soft light. */
    glow(x, y, reach, colour, strength) {
      if (strength <= 0.004) return
      const light = ctx.createRadialGradient(x, y, 0, x, y, reach)
      for (const [stop, share] of [
        [0, 1],
        [0.25, 0.68],
        [0.5, 0.32],
        [0.75, 0.09],
        [1, 0],
      ]) {
        light.addColorStop(stop, css(colour, strength * share))
      }
      ctx.fillStyle = light
      ctx.fillRect(x - reach, y - reach, reach * 2, reach * 2)
    },
  }
}
