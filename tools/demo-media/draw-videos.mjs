// Draws the demo academy's lessons as short videos: `npm run demo-media` redraws what is missing or has changed, `-- --all`
// everything, `-- --only NAME` one. Chromium draws each frame with our own fonts; FFmpeg (a system package) compresses
// the video in two passes. Nothing is downloaded, and running the product needs neither: the videos are committed.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { build } from 'vite'
import { findChromium } from '../../scripts/setup/find-chromium.mjs'
import { installTool } from '../../scripts/setup/install.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const videosFolder = join(root, 'assets/demo')
const listFile = join(videosFolder, 'clips.json')
const stampsFile = join(root, '.cache/clips.json')

/** The page records almost lossless. */
const SETTINGS = { width: 640, height: 360, fps: 10, keyQuantizer: 18, quantizer: 18, keyEvery: 10 }
const BITS_PER_S = 11_800
/** The size limit of one video: 105 of them share the total. */
const MAX_VIDEO_BYTES = 52_000
/** The committed file: VP9, 640 by 360, a key frame at least every 5 s so that seeking is quick. */
const ENCODING = [
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
/** The size limit of all videos together. */
const MAX_TOTAL_BYTES = 5_000_000

const args = process.argv.slice(2)
const only = args.includes('--only') ? args[args.indexOf('--only') + 1] : undefined

const lessons = await readLessons()
const lengths = readJson(listFile)
const stamps = readJson(stampsFile)
const drawing = folderHash(join(root, 'tools/demo-media'))
mkdirSync(videosFolder, { recursive: true })
mkdirSync(join(root, '.cache'), { recursive: true })

const wanted = lessons.filter((lesson) => {
  if (only !== undefined) return lesson.clip === only
  return args.includes('--all') || !existsSync(getVideoPath(lesson.clip)) || stamps[lesson.clip] !== hashLesson(lesson)
})
if (wanted.length > 0) await draw(wanted)
removeOrphans()
reportSize()

function getVideoPath(clip) {
  return join(videosFolder, `${clip}.webm`)
}

function hashLesson(lesson) {
  return createHash('sha256')
    .update(JSON.stringify([lesson, SETTINGS, ENCODING, drawing]))
    .digest('hex')
    .slice(0, 16)
}

async function readLessons() {
  const { output } = await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'error',
    build: { ssr: 'src/server/demo/content/courses-content.ts', write: false, target: 'node20' },
  })
  const { demoCourses } = await import(`data:text/javascript;base64,${Buffer.from(output[0].code).toString('base64')}`)
  return demoCourses.flatMap(({ category, lessons: list, sections = [] }) =>
    [...list, ...sections.flatMap((section) => section.lessons)]
      .filter(({ clip }) => clip !== undefined)
      .map(({ clip, title, points }) => ({ clip, title, points, category })),
  )
}

async function draw(list) {
  const { path, sentence } = findChromium()
  if (!path) throw new Error(sentence)
  await installTool('demo-media')
  const server = await serve()
  const isRoot = process.getuid?.() === 0
  const browser = await chromium.launch({
    executablePath: path,
    args: ['--disable-gpu', ...(isRoot ? ['--no-sandbox'] : [])],
  })
  try {
    const page = await browser.newPage()
    // WebCodecs exists only in a secure context, such as localhost.
    await page.goto(`http://localhost:${server.address().port}/stage/stage.html`)
    await page.waitForFunction(() => 'drawVideo' in window)
    for (const lesson of list) {
      const { base64, seconds } = await page.evaluate(drawOne, [lesson, SETTINGS])
      shrink(Buffer.from(base64, 'base64'), getVideoPath(lesson.clip))
      lengths[lesson.clip] = { seconds: Math.round(seconds * 10) / 10 }
      stamps[lesson.clip] = hashLesson(lesson)
      // Saved after each video, so that an interrupted run continues at the next one.
      writeFileSync(stampsFile, JSON.stringify(stamps))
      console.log(
        `${lesson.clip}  ${seconds.toFixed(1)} s  ${Math.round(statSync(getVideoPath(lesson.clip)).size / 1000)} kB`,
      )
    }
  } finally {
    await browser.close()
    server.close()
  }
}

/** Two passes: the first measures motion, the second spends its bytes there. */
function shrink(recording, file) {
  const folder = mkdtempSync(join(tmpdir(), 'lantern-video-'))
  const input = join(folder, 'recording.webm')
  writeFileSync(input, recording)
  const passes = ['-passlogfile', join(folder, 'passes')]
  const ffmpeg = (...rest) =>
    execFileSync('ffmpeg', ['-v', 'error', '-y', '-i', input, ...ENCODING, ...passes, ...rest], { stdio: 'inherit' })
  const encode = (...rate) => {
    ffmpeg(...rate, '-pass', '1', '-f', 'null', '-')
    ffmpeg(...rate, '-pass', '2', '-auto-alt-ref', '1', '-lag-in-frames', '25', file)
    return statSync(file).size
  }
  try {
    const size = encode()
    // With much motion the encoder exceeds its bit rate; then it runs again with fewer key frames and a lower one.
    if (size > MAX_VIDEO_BYTES) encode('-g', '120', '-b:v', String(Math.round(BITS_PER_S * 0.75)))
  } catch (error) {
    if (error.code === 'ENOENT')
      throw new Error("FFmpeg is needed to draw videos: install your system's ffmpeg package", { cause: error })
    throw error
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Runs in the page. */
async function drawOne([lesson, settings]) {
  const { bytes, seconds } = await window.drawVideo(lesson, settings)
  const blob = new Blob([bytes])
  const base64 = await new Promise((resolve) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(reader.result.split(',')[1]))
    reader.readAsDataURL(blob)
  })
  return { base64, seconds }
}

/** Bundles the drawing code, the fonts and the muxer for the page. */
function serve() {
  const folders = {
    '/stage/': join(root, 'tools/demo-media/'),
    '/fonts/': join(root, 'node_modules/@fontsource-variable/'),
    '/mediabunny/': join(root, 'tools/demo-media/node_modules/mediabunny/dist/bundles/'),
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
  for (const file of readdirSync(videosFolder)) {
    if (file.endsWith('.webm') && !named.has(file.slice(0, -5))) rmSync(join(videosFolder, file))
  }
  const entries = Object.entries(lengths)
    .filter(([clip]) => named.has(clip))
    .sort(([a], [b]) => (a < b ? -1 : 1))
  writeFileSync(listFile, `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`)
}

function reportSize() {
  const sizes = lessons.map(({ clip }) => (existsSync(getVideoPath(clip)) ? statSync(getVideoPath(clip)).size : 0))
  const total = sizes.reduce((sum, size) => sum + size, 0)
  console.log(`${sizes.length} videos, ${(total / 1e6).toFixed(2)} MB`)
  if (total > MAX_TOTAL_BYTES) throw new Error(`The videos may weigh ${MAX_TOTAL_BYTES / 1e6} MB together`)
}

function readJson(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

function folderHash(folder) {
  const hash = createHash('sha256')
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }).sort((a, b) =>
    a.name < b.name ? -1 : 1,
  )) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile() && !path.includes('node_modules')) hash.update(readFileSync(path))
  }
  return hash.digest('hex')
}
