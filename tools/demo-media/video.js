import { castActs, play, range, seeded } from './acts.js'
import { AMBER, FLAME, HEIGHT, NIGHT, TEXT, WIDTH, blend, clamp, createPen, css, mix, ramp } from './pen.js'
import { fit, writeLines } from './type.js'

/** A video of five scenes: a title, three points and a closing. Each frame depends only on the lesson and the time. */

const MOTIFS = {
  'Introduction to Computer Science': 'bits',
  'Web Development with HTML, CSS, and JavaScript': 'web',
  'Data Structures and Algorithms': 'tree',
  'Database Management Systems': 'database',
  'Object-Oriented Programming with Java': 'objects',
  'Cloud Computing Fundamentals': 'cloud',
  'Cybersecurity Basics': 'security',
  'Mobile App Development with React Native': 'phones',
  'Machine Learning and Artificial Intelligence': 'learning',
  'DevOps and Continuous Integration/Delivery': 'pipeline',
}

/** Words on the left, motif on the right; the lowest fifth stays free of words for the player's controls. */
const TEXT_LEFT = 44
const TEXT_WIDTH = 356
const TEXT_MIDDLE = 200
const MOTIF_AT = [586, 206]
const MOTIF_SCALE = 0.94

/** How long text takes to disappear before the next appears. A scene starts empty, which is the cheapest key frame. */
const LEAVE = 0.17

export async function direct(lesson, ctx) {
  const { build, hue } = await import(`./motifs/${MOTIFS[lesson.category]}.js`)
  const rng = seeded(`${lesson.clip} ${lesson.title}`)
  const motif = build(rng)
  const cast = castActs(motif.acts, lesson.points, rng)
  const pen = createPen(ctx, hue)
  const stars = range(rng.int(10, 14)).map((i) => ({
    x: rng.next() * WIDTH,
    y: i % 3 ? rng.next() * 44 : 380 + rng.next() * 36,
    r: rng.between(0.7, 1.5),
    a: rng.between(0.25, 0.6),
  }))

  // A point stays for as long as it takes to read, plus the lesson's pace.
  const pace = rng.between(0.2, 0.7)
  const lengths = [4.4, ...lesson.points.map((point) => clamp(3.4 + point.length * 0.027 + pace, 4.2, 5.6)), 3.8]
  const cuts = lengths.reduce((list, length) => [...list, list.at(-1) + Math.round(length * 12) / 12], [0])
  const seconds = cuts.at(-1)

  const title = fit(ctx, lesson.title, {
    family: 'Fraunces',
    weight: 600,
    sizes: [56, 52, 48, 44, 40, 36, 32],
    leading: 1.14,
    width: TEXT_WIDTH,
    most: 4,
  })
  const points = lesson.points.map((point) =>
    fit(ctx, point, {
      family: 'Instrument Sans',
      weight: 500,
      sizes: [38, 36, 34, 32],
      leading: 1.28,
      width: TEXT_WIDTH,
      most: 4,
    }),
  )

  function words(scene, at, left) {
    const block = scene >= 1 && scene <= 3 ? points[scene - 1] : title
    const height = 54 + block.height
    const y = TEXT_MIDDLE - height / 2
    // The title is complete in the first frame, which is also the poster; all other text is revealed.
    const shown = scene === 0 ? 1 : clamp((at - 0.15) / (0.45 + block.lines.length * 0.3))
    const alpha = scene === 4 ? 1 : ramp(left, 0, LEAVE)
    if (scene === 0 || scene === 4) lantern(TEXT_LEFT, y, scene === 4 ? ramp(at, 0.2, 1.6) : 0.55)
    writeLines(ctx, block, TEXT_LEFT, y + 54, shown, alpha)
  }

  /** Three small lights, one for each point: lit, being lit, still dark. */
  function marks(scene, at, left) {
    if (scene === 0 || scene === 4) return
    const y = TEXT_MIDDLE - (54 + points[scene - 1].height) / 2 + 14
    const alpha = ramp(at, 0, 0.3) * ramp(left, 0, LEAVE)
    range(3).forEach((i) => {
      const x = TEXT_LEFT + 7 + i * 26
      if (i === scene - 1) pen.lamp(x, y, ramp(at, 0.1, 0.5) * alpha, 6)
      else if (i < scene - 1) pen.circle(x, y, 5, { colour: AMBER, fill: true, alpha: alpha * 0.85 })
      else pen.circle(x, y, 5, { colour: [88, 102, 144], alpha, width: 2 })
    })
  }

  /** The brand's lantern, small above the title. */
  function lantern(x, y, power) {
    const rgb = blend([150, 160, 190], TEXT, power)
    pen.glow(x + 14, y + 22, 40, AMBER, 0.4 * power)
    pen.line(
      [
        [x + 6, y + 10],
        [x + 22, y + 10],
        [x + 27, y + 35],
        [x + 1, y + 35],
      ],
      { colour: rgb, closed: true, fill: NIGHT, width: 2.6 },
    )
    pen.ctx.beginPath()
    pen.ctx.arc(x + 14, y + 9, 7, Math.PI * 1.08, Math.PI * 1.92)
    pen.ctx.stroke()
    pen.circle(x + 14, y + 24, 5.5, { fill: blend(AMBER, FLAME, power * 0.5) })
  }

  function draw(time) {
    const scene = Math.min(
      4,
      cuts.findLastIndex((cut) => time >= cut - 1e-6),
    )
    const at = time - cuts[scene]
    const left = cuts[scene + 1] - time
    const close = scene === 4 ? at / 2.6 : 0
    const now = {
      acts: range(3).map((i) => (scene > i + 1 ? 1 : scene === i + 1 ? clamp((at - 0.5) / (lengths[i + 1] - 1.4)) : 0)),
      // An act's lights fade while the next act begins.
      holds: range(3).map((i) => (scene === i + 1 ? 1 : scene === i + 2 ? 1 - ramp(at, 0, 0.34) : 0)),
      close: clamp(close),
    }
    ctx.setTransform(ctx.canvas.width / WIDTH, 0, 0, ctx.canvas.height / HEIGHT, 0, 0)
    ctx.lineCap = ctx.lineJoin = 'round'
    ctx.fillStyle = css(NIGHT)
    ctx.fillRect(0, 0, WIDTH, HEIGHT)
    stars.forEach(({ x, y, r, a }) => pen.circle(x, y, r, { fill: [206, 216, 246], alpha: a }))
    pen.glow(...MOTIF_AT, 270, blend(hue, NIGHT, 0.3), 0.13)
    pen.glow(...MOTIF_AT, 290, AMBER, 0.26 * ramp(close, 0.15, 1))
    ctx.save()
    ctx.translate(...MOTIF_AT)
    ctx.scale(MOTIF_SCALE, MOTIF_SCALE)
    play(motif, cast, pen, now)
    ctx.restore()
    words(scene, at, left)
    marks(scene, at, left)
    ctx.fillStyle = css([28, 38, 68])
    ctx.fillRect(0, HEIGHT - 4, WIDTH, 4)
    ctx.fillStyle = css(AMBER)
    ctx.fillRect(0, HEIGHT - 4, Math.round(mix(0, WIDTH, time / seconds)), 4)
  }

  return { seconds, cuts, draw }
}
