// T7: more than 300 hostile picture files: scripts, polyglots, bombs, positions, and more than 60 names that lead out of the
// store, with the memory of the decoder and the server sampled all the time.
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import sharp from 'sharp'
import { PROJECT_ROOT } from '../../src/server/platform/project-root.ts'
import { PICTURE_NAME } from '../../src/server/platform/storage/pictures.ts'
import { CallFailed, type Client } from '../support/users/client.ts'
import { createHostilePictures, type HostilePicture, SCRIPT } from '../support/hostile-pictures.ts'
import { HOSTILE_NAMES } from '../support/pictures/hostile-names.ts'
import { watchMemory } from '../support/pictures/memory-watch.ts'
import { findChangedFiles, takeSnapshot } from '../support/pictures/stray-files.ts'
import { report } from '../support/report.ts'
import { signIn } from '../support/users/sign-up.ts'
import { withProduct } from '../support/with-product.ts'

const MAX_MEMORY_MB = 300
const MIN_FILES = 300
const MIN_NAMES = 60
const STORED = /^data\/uploads\/[0-9a-f]{32}\.webp$/

const hasMetadata = async (bytes: Buffer) => {
  const { exif, iptc, xmp } = await sharp(bytes).metadata()
  return Boolean(exif ?? iptc ?? xmp)
}

/** What must never be in a stored picture. */
async function findPictureProblem(path: string): Promise<string | undefined> {
  const bytes = readFileSync(path)
  if (!PICTURE_NAME.test(basename(path))) return 'is stored under a name of the sender'
  const { format } = await sharp(bytes).metadata()
  if (format !== 'webp') return `is stored as ${format}`
  if (await hasMetadata(bytes)) return 'keeps its metadata'
  if (bytes.includes(SCRIPT.slice(0, 8)) || bytes.includes('PK\u0003\u0004')) return 'keeps foreign bytes'
  return undefined
}

interface Found {
  accepted: number
  refused: number
  /** Accepted files that had a position. */
  positions: number
  problems: string[]
}

async function upload(sender: { client: Client; id: number }, file: HostilePicture, uploads: string, found: Found) {
  const { kind, fileName, bytes } = file
  try {
    const { image_url: url } = await sender.client.uploadPicture(sender.id, bytes, fileName)
    found.accepted++
    if (kind.endsWith('with a position') && (await hasMetadata(bytes))) found.positions++
    const problem = await findPictureProblem(join(uploads, basename(url)))
    if (problem) found.problems.push(`${kind} ${problem}`)
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error
    found.refused++
    if (error.status >= 500 || error.status === 0) found.problems.push(`${kind}: ${error.message}`)
  }
}

const outer = mkdtempSync(join(tmpdir(), 'lantern-pictures-'))
const folder = join(outer, 'parent')
mkdirSync(folder)
try {
  await withProduct(
    async ({ product, dataDir }) => {
      const sender = await signIn(product.url)
      const files = await createHostilePictures()
      const uploads = join(dataDir, 'uploads')
      // The product's working directory is the project's folder.
      const places = { folder, bases: [dataDir, folder, outer, PROJECT_ROOT, join(PROJECT_ROOT, 'dist/server')] }
      const before = takeSnapshot(places)
      const memory = watchMemory(product.child.pid ?? 0)
      const found: Found = { accepted: 0, refused: 0, positions: 0, problems: [] }
      for (const file of files) await upload(sender, file, uploads, found)
      const { encoderMb, growthMb, togetherMb } = memory.stop()
      const changed = findChangedFiles(before, takeSnapshot(places), folder)
      const strays = changed.filter((path) => !STORED.test(path))
      for (const one of [...found.problems, ...strays]) console.log(`  ${one}`)
      report({
        test: 'T7',
        goal: `of more than ${MIN_FILES} files and ${MIN_NAMES} names 0 scripts, metadata or foreign bytes stored, 0 files elsewhere`,
        measured: `${files.length} files, ${HOSTILE_NAMES.length} names, ${found.accepted} accepted (${found.positions} had a position), ${found.refused} refused, ${found.problems.length} problems, ${strays.length} files elsewhere`,
        isOk:
          found.problems.length + strays.length === 0 &&
          files.length > MIN_FILES &&
          HOSTILE_NAMES.length > MIN_NAMES &&
          found.positions > 0 &&
          changed.length - strays.length === found.accepted,
      })
      report({
        test: 'T7',
        goal: `decoding and the server's growth together under ${MAX_MEMORY_MB} MB`,
        measured: `${Math.round(togetherMb)} MB at most; the decoder ${Math.round(encoderMb)} MB, the server ${Math.round(growthMb)} MB more than before`,
        isOk: encoderMb > 0 && togetherMb < MAX_MEMORY_MB,
      })
    },
    { folder },
  )
} finally {
  rmSync(outer, { recursive: true, force: true })
}
