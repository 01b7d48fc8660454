export function replaceBuild(dist: string, newBuild: string): void
