// Draws the demo academy's lessons as short clips: `npm run clips` redraws what is missing or has changed, `-- --all`
// everything, `-- --only NAME` one. Chromium draws each frame with our own fonts; FFmpeg (a system package) makes the
// film small, in two passes. Nothing is fetched, and neither is needed to run the product: the clips are committed.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { rolldown } from 'rolldown'
import { findChromium } from '../../scripts/find-chromium.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const clipsFolder = join(root, 'assets/demo')
const listFile = join(clipsFolder, 'clips.json')
const stampsFile = join(root, '.cache/clips.json')

/** How the page records: near lossless. */
const SETTINGS = { width: 640, height: 360, fps: 10, keyQuantizer: 18, quantizer: 18, keyEvery: 10 }
const BITS_PER_S = 11_800
/** What one clip may weigh: a hundred and five of them share the limit. */
const MOST_BYTES = 52_000
/** How it is kept: VP9, 640 by 360, a key frame at least every 5 s so that seeking is quick. */
const KEPT = [
  '-c:v',
  'libvpx-vp9',
  '-b:v',
  String(BITS_PER_S),
  '-g',
  '50',
  '-deadline',
  'good',
  '-cpu-used',
  '4',
  '-pix_fmt',
  'yuv420p',
  '-an',
]
/** What the clips may weigh together, in bytes. */
const LIMIT = 5_000_000

const args = process.argv.slice(2)
const only = args.includes('--only') ? args[args.indexOf('--only') + 1] : undefined

const lessons = await readLessons()
const lengths = readJson(listFile)
const stamps = readJson(stampsFile)
const drawing = folderHash(join(root, 'scripts/clips'))
mkdirSync(clipsFolder, { recursive: true })
mkdirSync(join(root, '.cache'), { recursive: true })

const wanted = lessons.filter((lesson) => {
  if (only !== undefined) return lesson.clip === only
  return args.includes('--all') || !existsSync(fileOf(lesson.clip)) || stamps[lesson.clip] !== stampOf(lesson)
})
if (wanted.length > 0) await draw(wanted)
removeOrphans()
reportSize()

function fileOf(clip) {
  return join(clipsFolder, `${clip}.webm`)
}

function stampOf(lesson) {
  return createHash('sha256')
    .update(JSON.stringify([lesson, SETTINGS, KEPT, drawing]))
    .digest('hex')
    .slice(0, 16)
}

async function readLessons() {
  const bundle = await rolldown({ input: join(root, 'src/server/demo/courses-content.ts'), cwd: root })
  const { output } = await bundle.generate({ format: 'esm' })
  const { demoCourses } = await import(`data:text/javascript;base64,${Buffer.from(output[0].code).toString('base64')}`)
  return demoCourses.flatMap(({ category, lessons: list }) =>
    list.map(({ clip, title, points }) => ({ clip, title, points, category })),
  )
}

async function draw(list) {
  const { path, sentence } = findChromium()
  if (!path) throw new Error(sentence)
  const server = await serve()
  const isRoot = process.getuid?.() === 0
  const browser = await chromium.launch({
    executablePath: path,
    args: ['--disable-gpu', ...(isRoot ? ['--no-sandbox'] : [])],
  })
  try {
    const page = await browser.newPage()
    // WebCodecs is there only in a secure context, which localhost is.
    await page.goto(`http://localhost:${server.address().port}/stage/stage.html`)
    await page.waitForFunction(() => 'drawClip' in window)
    for (const lesson of list) {
      const { base64, seconds } = await page.evaluate(drawOne, [lesson, SETTINGS])
      shrink(Buffer.from(base64, 'base64'), fileOf(lesson.clip))
      lengths[lesson.clip] = { seconds: Math.round(seconds * 10) / 10 }
      stamps[lesson.clip] = stampOf(lesson)
      // Kept after each clip, so that a run that is stopped goes on where it was.
      writeFileSync(stampsFile, JSON.stringify(stamps))
      console.log(
        `${lesson.clip}  ${seconds.toFixed(1)} s  ${Math.round(statSync(fileOf(lesson.clip)).size / 1000)} kB`,
      )
    }
  } finally {
    await browser.close()
    server.close()
  }
}

/** Two passes: the first looks where something moves, the second spends its bytes there. */
function shrink(recording, file) {
  const folder = mkdtempSync(join(tmpdir(), 'lantern-clip-'))
  const input = join(folder, 'recording.webm')
  writeFileSync(input, recording)
  const passes = ['-passlogfile', join(folder, 'passes')]
  const ffmpeg = (...rest) =>
    execFileSync('ffmpeg', ['-v', 'error', '-y', '-i', input, ...KEPT, ...passes, ...rest], { stdio: 'inherit' })
  const encode = (...rate) => {
    ffmpeg(...rate, '-pass', '1', '-f', 'null', '-')
    ffmpeg(...rate, '-pass', '2', '-auto-alt-ref', '1', '-lag-in-frames', '25', file)
    return statSync(file).size
  }
  try {
    const size = encode()
    // Where much moves the encoder spends more than it was told to: then with fewer key frames and less for the rest.
    if (size > MOST_BYTES) encode('-g', '120', '-b:v', String(Math.round(BITS_PER_S * 0.75)))
  } catch (error) {
    if (error.code === 'ENOENT')
      throw new Error("FFmpeg is needed to draw clips: install your system's ffmpeg package", { cause: error })
    throw error
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Runs in the page. */
async function drawOne([lesson, settings]) {
  const { bytes, seconds } = await window.drawClip(lesson, settings)
  const blob = new Blob([bytes])
  const base64 = await new Promise((resolve) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(reader.result.split(',')[1]))
    reader.readAsDataURL(blob)
  })
  return { base64, seconds }
}

/** The stage, the fonts and the muxer, for the page alone. */
function serve() {
  const folders = {
    '/stage/': join(root, 'scripts/clips/'),
    '/fonts/': join(root, 'node_modules/@fontsource-variable/'),
    '/mediabunny/': join(root, 'node_modules/mediabunny/dist/bundles/'),
  }
  const types = { '.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript', '.woff2': 'font/woff2' }
  const server = createServer((request, response) => {
    const prefix = Object.keys(folders).find((name) => request.url.startsWith(name))
    const path = prefix && join(folders[prefix], request.url.slice(prefix.length))
    if (!path || !existsSync(path)) return response.writeHead(404).end()
    response.setHeader('content-type', types[extname(path)] ?? 'application/octet-stream')
    return response.end(readFileSync(path))
  })
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
}

function removeOrphans() {
  const named = new Set(lessons.map(({ clip }) => clip))
  for (const file of readdirSync(clipsFolder)) {
    if (file.endsWith('.webm') && !named.has(file.slice(0, -5))) rmSync(join(clipsFolder, file))
  }
  const kept = Object.entries(lengths)
    .filter(([clip]) => named.has(clip))
    .sort(([a], [b]) => (a < b ? -1 : 1))
  writeFileSync(listFile, `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`)
}

function reportSize() {
  const sizes = lessons.map(({ clip }) => (existsSync(fileOf(clip)) ? statSync(fileOf(clip)).size : 0))
  const total = sizes.reduce((sum, size) => sum + size, 0)
  console.log(`${sizes.length} clips, ${(total / 1e6).toFixed(2)} MB`)
  if (total > LIMIT) throw new Error(`The clips may weigh ${LIMIT / 1e6} MB together`)
}

function readJson(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

function folderHash(folder) {
  const hash = createHash('sha256')
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }).sort((a, b) =>
    a.name < b.name ? -1 : 1,
  )) {
    if (entry.isFile()) hash.update(readFileSync(join(entry.parentPath, entry.name)))
  }
  return hash.digest('hex')
}
