export function toDatabaseError(error: unknown, databaseUrl?: string, directUrl?: string): string | undefined
