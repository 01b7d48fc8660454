export function toDatabaseError(error: unknown, databaseUrl?: string): string | undefined
