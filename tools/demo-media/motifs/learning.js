import { inTurn, moveAlong, presence, range } from '../acts.js'
import { DANGER, NIGHT, blend, mix, ramp, slice } from '../pen.js'

/** Machine learning: a small network of neurons. */
export const hue = [255, 150, 194]

export function build(rng) {
  const sizes = [rng.int(3, 4), rng.int(4, 5), rng.int(3, 5), rng.int(1, 3)]
  const at = (layer, i) => [mix(-146, 146, layer / 3), (i - (sizes[layer] - 1) / 2) * Math.min(66, 264 / sizes[layer])]
  const cells = sizes.flatMap((size, layer) => range(size).map((i) => ({ layer, i, name: `${layer}.${i}` })))
  const links = cells
    .filter((cell) => cell.layer > 0)
    .flatMap((to) =>
      range(sizes[to.layer - 1]).map((i) => ({
        key: `${to.layer - 1}.${i}>${to.name}`,
        from: at(to.layer - 1, i),
        to: at(to.layer, to.i),
      })),
    )
  const edges = links.map(({ key, from, to }) => ({
    key,
    draw: (pen, heat) => pen.line([from, to], { heat, base: 0.5, width: 1.3 + heat * 1.2 }),
  }))
  const neurons = cells.map((cell) => ({
    key: cell.name,
    draw(pen, heat) {
      const [x, y] = at(cell.layer, cell.i)
      pen.circle(x, y, 11 + heat * 2, { heat, fill: blend(blend(NIGHT, pen.hue, 0.72), [255, 184, 77], heat) })
    },
  }))
  const layer = (n) => cells.filter((cell) => cell.layer === n).map((cell) => cell.name)
  // The strongest neurons of each layer: what a run through the network lights.
  const active = sizes.map((size) => rng.shuffle(range(size)).slice(0, Math.max(1, size - rng.int(1, 2))))
  const active1 = active.map(([first]) => first)
  const between = (n, list) => list[n].flatMap((i) => list[n + 1].map((j) => `${n}.${i}>${n + 1}.${j}`))
  const named = (n, list) => list[n].map((i) => `${n}.${i}`)
  const single = active1.map((i) => [i])
  const run = (list) => [
    named(0, list),
    between(0, list),
    named(1, list),
    between(1, list),
    named(2, list),
    between(2, list),
    named(3, list),
  ]
  const floor = 148
  const wiggle = rng.between(4, 9)
  const loss = range(60).map((n) => [
    mix(-146, 146, n / 59),
    mix(-150, floor, 1 - Math.exp((-n / 59) * rng.between(3.4, 3.5))) + Math.sin(n * 0.9) * wiggle * (1 - n / 59),
  ])
  const chosen = rng.int(0, sizes[1] - 1)

  return {
    parts: [...edges, ...neurons],
    acts: {
      forward: { words: /input|feature|predict|layer|forward|signal|feed|weigh/i, lit: inTurn(run(active)) },
      backward: { words: /back|error|gradient|adjust|correct|wrong|learn/i, lit: inTurn(run(active).reverse()) },
      decide: {
        words: /class|decid|label|answer|choose|output|one |score/i,
        lit: inTurn(run(single), { to: 0.8 }),
        over: (pen, k, alpha) =>
          pen.lamp(
            ...moveAlong(
              active1.map((i, n) => at(n, i)),
              k,
              { to: 0.8 },
            ),
            presence(k) * alpha,
          ),
      },
      descend: {
        words: /loss|train|improv|step|epoch|measure|fit|data|test/i,
        over(pen, k, alpha) {
          const head = ramp(k, 0.05, 0.85)
          const line = slice(loss, 0, Math.max(head, 0.002))
          pen.line(line, { heat: 1, alpha, width: 3 })
          pen.lamp(...line.at(-1), presence(k, 0, 1) * alpha)
        },
      },
      attend: {
        words: /attention|pattern|see|detect|look|focus|neuron|word|image/i,
        lit: inTurn(
          [
            range(sizes[0]).map((i) => `0.${i}>1.${chosen}`),
            `1.${chosen}`,
            range(sizes[2]).map((i) => `1.${chosen}>2.${i}`),
            layer(2),
          ],
          { to: 0.75 },
        ),
      },
      drop: {
        words: /overfit|drop|bias|noise|random|forget|unfair|limit/i,
        lit: inTurn(rng.shuffle(cells.map((cell) => cell.name)).slice(0, 6)),
        over: (pen, k, alpha) =>
          cells
            .filter((_, n) => n % 5 === chosen % 5)
            .forEach((cell, n) => {
              pen.circle(...at(cell.layer, cell.i), 17, {
                colour: DANGER,
                alpha: alpha * ramp(k, n * 0.2, n * 0.2 + 0.2),
                width: 2.4,
              })
            }),
      },
    },
  }
}
