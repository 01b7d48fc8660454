import { hash } from 'node:crypto'

/** SHA-256 of a random token, in base64. Only the hash is stored: a copy of the database is of no use to a stranger. */
export const hashToken = (token: string): string => hash('sha256', token, 'base64')

/** The same as bytes, for a column of that type. */
export const hashTokenToBytes = (token: string): Buffer => hash('sha256', token, 'buffer')
