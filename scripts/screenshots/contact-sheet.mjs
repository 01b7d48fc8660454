import sharp from 'sharp'

/** The pictures' scale on the sheet. */
const SCALE = 0.5
const GAP = 24

/** One sheet a screen: a row for each state and theme, widths side by side. */
export async function contactSheet(file, shots) {
  const rows = []
  for (const { row } of shots) {
    const pictures = await Promise.all(row.filter((picture) => picture !== null).map(smaller))
    if (pictures.length > 0) rows.push(pictures)
  }
  const width = Math.max(...rows.map((row) => GAP + row.reduce((sum, picture) => sum + picture.width + GAP, 0)))
  const parts = []
  let top = GAP
  for (const row of rows) {
    let left = GAP
    for (const { input, width: pictureWidth } of row) {
      parts.push({ input, left, top })
      left += pictureWidth + GAP
    }
    top += Math.max(...row.map(({ height }) => height)) + GAP
  }
  await sharp({ create: { width, height: top, channels: 3, background: '#777' } })
    .composite(parts)
    .jpeg({ quality: 80 })
    .toFile(file)
}

async function smaller(picture) {
  const { width } = await sharp(picture).metadata()
  const { data, info } = await sharp(picture)
    .resize(Math.round(width * SCALE))
    .toBuffer({ resolveWithObject: true })
  return { input: data, width: info.width, height: info.height }
}

export function indexPage(names) {
  const sheets = names.map(
    (name) =>
      `<h2>${name}</h2><a href="${name.replaceAll(' ', '-')}.jpg"><img loading="lazy" src="${name.replaceAll(' ', '-')}.jpg" alt=""></a>`,
  )
  return `<!doctype html><meta charset="utf-8"><title>Learn Lantern: every screen</title><style>body{background:#777;font-family:sans-serif;color:#fff}img{max-width:100%}</style>${sheets.join('\n')}`
}
