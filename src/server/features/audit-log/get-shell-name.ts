import { hostname, userInfo } from 'node:os'

/**
 * From where the command line was used. With the embedded database it is the server that runs the command: its user is the
 * only one but root who can send one.
 */
export const getShellName = () => `${getSystemUser()} on ${hostname()}`

/** A container may run as a number without a name, which userInfo refuses. */
function getSystemUser(): string {
  try {
    return userInfo().username
  } catch {
    return `user ${process.getuid?.() ?? ''}`
  }
}
