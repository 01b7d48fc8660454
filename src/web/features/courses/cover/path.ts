// SVG path data. Many shapes share one path element, which keeps pages with many covers small.

export type Point = readonly [x: number, y: number]

export const ORIGIN: Point = [0, 0]

/** One decimal is finer than a pixel and hides rounding differences between the server and browsers. */
export const roundCoordinate = (value: number) => Math.round(value * 10) / 10

export const polyline = (points: readonly Point[]) =>
  points.map(([x, y], i) => `${i ? 'L' : 'M'}${roundCoordinate(x)} ${roundCoordinate(y)}`).join('')

export const disc = ([x, y]: Point, r: number) =>
  `M${roundCoordinate(x - r)} ${roundCoordinate(y)}a${r} ${r} 0 1 0 ${r * 2} 0a${r} ${r} 0 1 0 ${-r * 2} 0z`

export const roundedRect = (x: number, y: number, w: number, h: number, r: number) =>
  `M${roundCoordinate(x + r)} ${roundCoordinate(y)}h${roundCoordinate(w - 2 * r)}a${r} ${r} 0 0 1 ${r} ${r}v${roundCoordinate(h - 2 * r)}a${r} ${r} 0 0 1 ${-r} ${r}h${roundCoordinate(2 * r - w)}a${r} ${r} 0 0 1 ${-r} ${-r}v${roundCoordinate(2 * r - h)}a${r} ${r} 0 0 1 ${r} ${-r}z`

export const polygon = ([x, y]: Point, r: number, corners: number) =>
  `${polyline(range(corners).map((i) => corner([x, y], r, i, corners)))}z`

/** Corners run clockwise from the top. */
export const corner = ([x, y]: Point, r: number, i: number, corners: number): Point => {
  const angle = (i / corners) * Math.PI * 2 - Math.PI / 2
  return [x + r * Math.cos(angle), y + r * Math.sin(angle)]
}

/** A smooth curve through points ordered from left to right. */
export const curve = (points: readonly Point[]) =>
  points
    .map(([x, y], i) => {
      const [px, py] = points[i - 1] ?? [x, y]
      const middle = roundCoordinate((px + x) / 2)
      return i
        ? `C${middle} ${roundCoordinate(py)} ${middle} ${roundCoordinate(y)} ${roundCoordinate(x)} ${roundCoordinate(y)}`
        : `M${roundCoordinate(x)} ${roundCoordinate(y)}`
    })
    .join('')

export const range = (count: number) => Array.from({ length: count }, (_, i) => i)
