import { along, clamp, ease, ramp } from './pen.js'

/**
 * How a motif plays. It is a list of parts (each knows how to draw itself at a heat from 0, at rest, to 1, lit) and a
 * set of acts. An act says how warm each part is at a moment `k` (0 to 1) and what is drawn over the parts. A video
 * plays three acts, one for each point of the lesson: those whose words the point uses, else the seed's choice.
 */

/** A seeded generator (mulberry32 over an FNV hash), so that a lesson always gives the same video. */
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

/** Lights groups of parts one after the other; each stays warm. `share` is the part of the act it takes. */
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

/** The place of a traveller that goes from stop to stop and rests a little at each. */
export function journey(stops, k, { from = 0, to = 0.85 } = {}) {
  const legs = Math.max(1, stops.length - 1)
  const at = clamp((k - from) / (to - from)) * legs
  const leg = Math.min(legs - 1, Math.floor(at))
  return along([stops[leg], stops[Math.min(leg + 1, stops.length - 1)]], ease((at - leg) * 1.25))
}

/** A traveller's light: fades in where the journey begins and out where it ends. */
export const presence = (k, from = 0, to = 0.95) => ramp(k, from, from + 0.05) * (1 - ramp(k, to - 0.06, to))

/** One act for each point: the first unused one whose words the point uses, else an unused one by the seed. */
export function castActs(acts, points, rng) {
  const free = rng.shuffle(Object.keys(acts))
  const cast = points.map((point) => {
    const i = free.findIndex((name) => acts[name].words?.test(point))
    return i < 0 ? undefined : free.splice(i, 1)[0]
  })
  return cast.map((name) => acts[name ?? free.shift() ?? rng.pick(Object.keys(acts))])
}

/** Draws one moment of a motif: parts at their heat, then what the acts draw over them. */
export function play(motif, cast, pen, now) {
  motif.parts.forEach((part, i) => {
    const lit = cast.map((act, n) => (act.lit?.(part.key, now.acts[n]) || 0) * now.holds[n])
    const late = (i / motif.parts.length) * 0.5
    part.draw(pen, Math.max(...lit, 0.85 * ramp(now.close, late, late + 0.5)))
  })
  cast.forEach((act, n) => now.holds[n] > 0 && now.acts[n] > 0 && act.over?.(pen, now.acts[n], now.holds[n]))
}
