import type { SystemCheck } from '#contract/schemas/operations/system.ts'
import { listCauses } from '#server/platform/log/log-serializers.ts'
import { S3Store } from '#server/platform/storage/s3-store.ts'
import type { S3Settings } from '#server/platform/storage/s3-settings.ts'
import { type LocalTarget, ok, problem } from './check.ts'
import { checkWritable } from './check-files.ts'

const STORE = { code: 'file_store', area: 'disk', title: 'File store' } as const
const TARGET = { code: 'backup_target', area: 'backups', title: 'Place of backups' } as const
/** No file has it: the answer says whether the bucket and the keys are right. */
const MISSING_FILE = '.check'

/** Tries S3_URL and BACKUP_TO, where they are set. */
export async function checkStorage({ env }: LocalTarget): Promise<SystemCheck[]> {
  const { s3, backups } = env
  const checks = []
  if (s3) checks.push(askBucket(STORE, s3, 'S3_URL'))
  if (typeof backups.to !== 'string') checks.push(askBucket(TARGET, backups.to, 'BACKUP_TO'))
  // The folder in DATA_DIR is checked with it.
  else if (!backups.to.startsWith(`${env.dataDir}/`)) checks.push(checkWritable(TARGET, backups.to, 'BACKUP_TO'))
  return Promise.all(checks)
}

async function askBucket(
  finding: typeof STORE | typeof TARGET,
  settings: S3Settings,
  name: string,
): Promise<SystemCheck> {
  try {
    await new S3Store(settings).stat(MISSING_FILE)
    return ok(finding, `${settings.label} answers.`)
  } catch (error) {
    const reason = error instanceof Error ? listCauses(error).at(-1)?.message : undefined
    return problem(
      finding,
      `${settings.label} does not answer, or refuses the keys${reason ? ` (${reason})` : ''}. Check the address, the bucket and the keys in ${name}.`,
    )
  }
}
