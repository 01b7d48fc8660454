import { along, clamp, ease, ramp } from './pen.js'

/**
 * Animation of a motif: a list of parts, each drawn at a heat from 0 (at rest) to 1 (lit), and a set of acts. An act
 * gives each part's heat at a moment `k` (0 to 1) and draws over the parts. A video plays one act for each of the
 * lesson's three points: the act whose words the point uses, or one chosen by the seed.
 */

/** A seeded generator (mulberry32 over an FNV hash), so that a lesson always results in the same video. */
export function seeded(text) {
  let state = 2166136261
  for (const char of text) state = Math.imul(state ^ char.codePointAt(0), 16777619)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  const int = (low, high) => low + Math.floor(next() * (high - low + 1))
  const shuffle = (list) => {
    const copy = [...list]
    for (let i = copy.length - 1; i > 0; i--) {
      const j = int(0, i)
      ;[copy[i], copy[j]] = [copy[j], copy[i]]
    }
    return copy
  }
  return { next, int, shuffle, pick: (list) => list[int(0, list.length - 1)], between: (a, b) => a + next() * (b - a) }
}

export const range = (count) => Array.from({ length: count }, (_, i) => i)

/** Lights groups of parts one after the other; each stays lit. `share` is the fraction of the act that this takes. */
export function inTurn(groups, { from = 0, to = 0.85, rest = 1 } = {}) {
  const step = (to - from) / groups.length
  const order = new Map()
  groups.forEach((group, i) => [group].flat().forEach((key) => order.has(key) || order.set(key, i)))
  return (key, k) => {
    const i = order.get(key)
    if (i === undefined) return 0
    const start = from + i * step
    const arrived = ramp(k, start, start + Math.min(step, 0.12))
    return arrived * (1 - (1 - rest) * ramp(k, start + step, start + step * 2))
  }
}

/** The position of a light that moves from stop to stop and pauses at each. */
export function moveAlong(stops, k, { from = 0, to = 0.85 } = {}) {
  const legs = Math.max(1, stops.length - 1)
  const at = clamp((k - from) / (to - from)) * legs
  const leg = Math.min(legs - 1, Math.floor(at))
  return along([stops[leg], stops[Math.min(leg + 1, stops.length - 1)]], ease((at - leg) * 1.25))
}

/** The opacity of that light: it fades in at the first stop and out at the last. */
export const presence = (k, from = 0, to = 0.95) => ramp(k, from, from + 0.05) * (1 - ramp(k, to - 0.06, to))

/** One act for each point: the first unused one whose words the point uses, or an unused one chosen by the seed. */
export function castActs(acts, points, rng) {
  const free = rng.shuffle(Object.keys(acts))
  const cast = points.map((point) => {
    const i = free.findIndex((name) => acts[name].words?.test(point))
    return i < 0 ? undefined : free.splice(i, 1)[0]
  })
  return cast.map((name) => acts[name ?? free.shift() ?? rng.pick(Object.keys(acts))])
}

/** Draws one moment of a motif: the parts at their heat, then the acts' drawings over them. */
export function play(motif, cast, pen, now) {
  motif.parts.forEach((part, i) => {
    const lit = cast.map((act, n) => (act.lit?.(part.key, now.acts[n]) || 0) * now.holds[n])
    const late = (i / motif.parts.length) * 0.5
    part.draw(pen, Math.max(...lit, 0.85 * ramp(now.close, late, late + 0.5)))
  })
  cast.forEach((act, n) => now.holds[n] > 0 && now.acts[n] > 0 && act.over?.(pen, now.acts[n], now.holds[n]))
}
