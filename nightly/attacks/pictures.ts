// T7: more than 300 hostile picture files: scripts, polyglots, bombs, positions, names.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import sharp from 'sharp'
import { PICTURE_NAME } from '../../src/server/platform/storage/pictures.ts'
import { CallFailed } from '../support/users/client.ts'
import { createHostilePictures, SCRIPT } from '../support/hostile-pictures.ts'
import { getPeakMemoryMb, listProcessTree } from '../support/process-tree.ts'
import { report } from '../support/report.ts'
import { signIn } from '../support/users/sign-up.ts'
import { withProduct } from '../support/with-product.ts'

const MAX_MEMORY_MB = 300

/** What must never be in a stored picture. */
async function findPictureProblem(path: string): Promise<string | undefined> {
  const bytes = readFileSync(path)
  if (!PICTURE_NAME.test(basename(path))) return 'is stored under a name of the sender'
  const { format, exif, iptc, xmp } = await sharp(bytes).metadata()
  if (format !== 'webp') return `is stored as ${format}`
  if (exif || iptc || xmp) return 'keeps its metadata'
  if (bytes.includes(SCRIPT.slice(0, 8)) || bytes.includes('PK\u0003\u0004')) return 'keeps foreign bytes'
  return undefined
}

const listFiles = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (path) => !/^database|^outbox|\.s\.PGSQL/.test(path),
  )

/** The child that decodes: the product's others have a memory of their own. */
function findPeakOfEncoder(root: number): number {
  const encoders = listProcessTree(root).filter((pid) =>
    readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('picture-encoder'),
  )
  return Math.max(0, ...encoders.map(getPeakMemoryMb))
}

await withProduct(async ({ product, dataDir }) => {
  const { client, id } = await signIn(product.url)
  const problems: string[] = []
  const before = new Set(listFiles(dataDir))
  let [accepted, refused, peakMb] = [0, 0, 0]
  const files = await createHostilePictures()
  for (const { kind, fileName, bytes } of files) {
    try {
      const { image_url: url } = await client.uploadPicture(id, bytes, fileName)
      accepted++
      const problem = await findPictureProblem(join(dataDir, 'uploads', basename(url)))
      if (problem) problems.push(`${kind} ${problem}`)
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      refused++
      if (error.status >= 500 || error.status === 0) problems.push(`${kind}: ${error.message}`)
    }
    peakMb = Math.max(peakMb, findPeakOfEncoder(product.child.pid ?? 0))
  }
  const strays = listFiles(dataDir).filter((path) => !before.has(path) && !/^uploads\/[0-9a-f]{32}\.webp$/.test(path))
  for (const one of [...problems, ...strays]) console.log(`  ${one}`)
  report({
    test: 'T7',
    goal: `0 scripts or metadata stored, 0 files elsewhere, decoding under ${MAX_MEMORY_MB} MB`,
    measured: `${files.length} files, ${accepted} accepted, ${refused} refused, ${problems.length} problems, ${strays.length} files elsewhere, peak ${Math.round(peakMb)} MB`,
    isOk: problems.length === 0 && strays.length === 0 && peakMb < MAX_MEMORY_MB && files.length > 300,
  })
})
