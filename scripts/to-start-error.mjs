import { toDatabaseError } from './to-database-error.mjs'

/** One sentence for what the reader can fix; the whole error for anything else. */
export function toStartError(error) {
  if (error?.code === 'EADDRINUSE')
    return `Port ${error.port} is already in use. Stop the other program, or set PORT to a free port; with systemd start learn-lantern@PORT.`
  if (error?.code === 'EACCES' && error.syscall === 'listen')
    return `This user can't open port ${error.port}. Set PORT to a number above 1023.`
  if (error?.name === 'BackupError') return error.message
  if (
    /unsupported startup parameter/.test(error?.message ?? '') ||
    /unsupported startup parameter/.test(error?.cause?.message ?? '')
  )
    return `${error.name === 'DirectConnectionError' ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL'} is a connection pooler. Set DATABASE_DIRECT_URL to the address of PostgreSQL itself.`
  // Also from the embedded database's process, which passes on the message only.
  if (
    /^(EROFS|EACCES|EPERM|ENOSPC|ENOTDIR|ENOENT|EDQUOT): .*, (mkdir|open|rename|chmod|write|unlink)\b/.test(
      error?.message ?? '',
    )
  )
    return `The data folder can't be written (${error.message}). Make it writable for this user, or set DATA_DIR.`
  if (error?.name === 'SettingError' || error?.name === 'DataInUseError') return `${error.message.replace(/\.$/, '')}.`
  return toDatabaseError(error) ?? withoutValues(error)
}

/** A failed query has its values, such as the email and the password hash of the first admin, and so has PostgreSQL's `detail`. */
function withoutValues(error) {
  for (let failed = error; failed instanceof Error; failed = failed.cause) {
    const isQuery = 'params' in failed
    if (!isQuery && !('severity' in failed)) continue
    const { message = 'A query failed', hint } = (isQuery ? failed.cause : failed) ?? {}
    const frames = failed.stack.split('\n').filter((line) => /^\s+at /.test(line))
    return [message, hint, failed.query && `Query: ${failed.query}`, ...frames].filter(Boolean).join('\n')
  }
  return error
}
