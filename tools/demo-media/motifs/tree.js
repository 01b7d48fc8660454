import { inTurn, moveAlong, presence, range } from '../acts.js'
import { along, mix, ramp } from '../pen.js'

/** Data structures: a binary tree that is searched, walked and put in order. */
export const hue = [226, 178, 116]

export function build(rng) {
  // Numbered like a heap: the children of i are 2i + 1 and 2i + 2. Some leaves are missing, so that trees differ.
  const dropped = new Set(
    rng
      .shuffle(range(8))
      .slice(0, rng.int(1, 4))
      .map((leaf) => leaf + 7),
  )
  const nodes = range(15).filter((i) => !dropped.has(i))
  const depth = (i) => Math.floor(Math.log2(i + 1))
  const tilt = rng.between(-8, 8)
  const place = (i) => {
    const level = depth(i)
    const slot = (i + 1 - 2 ** level + 0.5) / 2 ** level
    return [mix(-168, 168, slot) + tilt * (level - 1), -128 + level * 84 + (level === 3 ? -6 : 0)]
  }
  const up = (i) => Math.floor((i - 1) / 2)
  const pathTo = (i) => (i === 0 ? [0] : [...pathTo(up(i)), i])
  const inOrder = (i) => (nodes.includes(i) ? [...inOrder(2 * i + 1), i, ...inOrder(2 * i + 2)] : [])
  const leaves = rng.shuffle(nodes.filter((i) => i > 6))
  const radius = (i) => [17, 15, 13, 10][depth(i)]

  const edges = nodes.slice(1).map((i) => ({
    key: `edge${i}`,
    draw: (pen, heat) => pen.line([place(up(i)), place(i)], { heat, base: 0.8 }),
  }))
  const rings = nodes.map((i) => ({
    key: i,
    draw(pen, heat) {
      const [x, y] = place(i)
      pen.circle(x, y, radius(i), { heat, fill: [10, 15, 31], width: 2.5 })
      pen.circle(x, y, radius(i) - 5, { heat, fill: true, alpha: i > 6 ? mix(0.75, 1, heat) : heat })
    },
  }))
  const withEdges = (order) => order.map((i) => [i, `edge${i}`])
  const walk = (order, to = 0.85) => ({
    lit: inTurn(withEdges(order), { to }),
    over: (pen, k, alpha) => pen.lamp(...moveAlong(order.map(place), k, { to }), presence(k) * alpha),
  })
  const target = pathTo(leaves[0])
  const climb = pathTo(leaves[1] ?? leaves[0]).reverse()
  const branch = rng.int(1, 2)

  return {
    parts: [...edges, ...rings],
    acts: {
      search: { words: /search|find|path|look|depth|log/i, ...walk(target, 0.7) },
      levels: {
        words: /level|breadth|queue|wide|near|neighbo/i,
        lit: inTurn([[0], [1, 2], [3, 4, 5, 6], range(8).map((i) => i + 7)].map((row) => withEdges(row).flat())),
      },
      order: { words: /order|sort|travers|visit|left|every/i, lit: inTurn(inOrder(0)) },
      heap: { words: /heap|priority|swap|insert|smallest|largest|push/i, ...walk(climb, 0.75) },
      divide: {
        words: /divi|half|halv|recurs|split|merge|call/i,
        lit: inTurn([[0], withEdges([branch]), withEdges(inOrder(branch))].map((group) => group.flat())),
      },
      links: {
        words: /link|point|node|list|stack|edge|graph/i,
        lit: inTurn(
          rng
            .shuffle(nodes.slice(1))
            .slice(0, 6)
            .map((i) => `edge${i}`),
        ),
        over: (pen, k, alpha) =>
          nodes.slice(1, 5).forEach((i, n) => {
            const part = ramp(k, n * 0.18, n * 0.18 + 0.25)
            pen.lamp(...along([place(up(i)), place(i)], part), presence(part, 0.02, 1) * alpha, 4)
          }),
      },
    },
  }
}
