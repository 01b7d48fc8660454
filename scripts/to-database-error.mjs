// What PostgreSQL or the way to it answers when DATABASE_URL, or DATABASE_DIRECT_URL, is wrong, by SQLSTATE or the network's code.
const CAUSES = {
  '28P01': 'PostgreSQL refused the password. Correct the user and the password in DATABASE_URL.',
  28000:
    'PostgreSQL refused the login. Correct the user in DATABASE_URL, and let pg_hba.conf allow it from this machine.',
  '3D000':
    'The database does not exist. Create it with createdb --encoding UTF8 --template template0, or correct its name in DATABASE_URL.',
  42501: 'The user in DATABASE_URL lacks a right. Make it the owner of the database.',
  53300: 'PostgreSQL has no connection left. Raise max_connections, or lower DATABASE_POOL.',
  '57P03': 'PostgreSQL at DATABASE_URL is starting up or shutting down. Try again in a moment.',
  ECONNREFUSED:
    'Nothing listens at the address in DATABASE_URL. Start PostgreSQL, or correct the host and the port in DATABASE_URL.',
  ENOTFOUND: 'The host in DATABASE_URL was not found. Correct it, or mend its DNS record.',
  EAI_AGAIN: 'The host in DATABASE_URL was not found, because DNS does not answer. Check the network of this machine.',
  ENOENT: 'The socket in DATABASE_URL does not exist. Start PostgreSQL, or correct its folder in DATABASE_URL.',
  ETIMEDOUT: 'The host in DATABASE_URL does not answer. Check the address, that PostgreSQL runs, and the firewall.',
  EHOSTUNREACH: 'The host in DATABASE_URL cannot be reached. Check the address and the network of this machine.',
  ENETUNREACH: 'The host in DATABASE_URL cannot be reached. Check the address and the network of this machine.',
  CERTIFICATE: 'The certificate of PostgreSQL is not trusted. Check sslmode and sslrootcert in DATABASE_URL.',
  NO_TLS: 'PostgreSQL at DATABASE_URL offers no TLS. Turn it on there, or remove sslmode from DATABASE_URL.',
}
const NETWORK_CALLS = ['connect', 'getaddrinfo', 'queryA', 'queryAaaa']

/**
 * One sentence that names DATABASE_URL or DATABASE_DIRECT_URL, or undefined when the error is another one.
 * @param {unknown} error
 * @param {string | undefined} databaseUrl tells the database's connection from others
 * @param {string | undefined} directUrl
 * @returns {string | undefined}
 */
export function toDatabaseError(
  error,
  databaseUrl = process.env.DATABASE_URL,
  directUrl = process.env.DATABASE_DIRECT_URL,
) {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause.name === 'DatabaseEncodingError') return cause.message
    if (cause.name === 'DirectConnectionError')
      return toDatabaseError(cause.cause, directUrl)?.replaceAll('DATABASE_URL', 'DATABASE_DIRECT_URL')
    const reason = CAUSES[toCode(cause, databaseUrl)]
    if (reason) return reason
  }
  return undefined
}

function toCode(error, databaseUrl) {
  // Only an answer of PostgreSQL has a severity.
  if (error.severity !== undefined) return error.code
  if (!databaseUrl) return undefined
  // pg's own errors have no code.
  if (/^(timeout expired|timeout exceeded when trying to connect)$/.test(error.message)) return 'ETIMEDOUT'
  if (error.message === 'The server does not support SSL connections') return 'NO_TLS'
  // For a name with several addresses, one error with all of theirs.
  const { syscall, hostname, port, address, code } = error.errors?.[0] ?? error
  if (/CERT|SELF_SIGNED/.test(code ?? '')) return 'CERTIFICATE'
  if (!NETWORK_CALLS.includes(syscall)) return undefined
  const url = new URL(databaseUrl)
  const isOurs =
    syscall === 'connect' ? isSocket(address) || port === Number(url.port || 5432) : hostname === url.hostname
  return isOurs ? code : undefined
}

const isSocket = (address) => String(address).includes('.s.PGSQL.')
